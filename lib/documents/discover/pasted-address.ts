import { normaliseSourceUrl } from '#lib/documents/door/normalise-url.ts'

/**
 * The address that a person means by what they paste: an address as normaliseSourceUrl makes of it; "@ada@example.org",
 * a name of the Fediverse, is her profile there, and "@ada" alone a channel of YouTube.
 * @returns null when it is none of them
 */
export function pastedAddress(input: string): string | null {
  const handle = /^@([\w.-]{1,100})(?:@([^\s@/]{1,255}))?$/u.exec(input.trim())
  if (handle === null) return normaliseSourceUrl(input)
  const [, name = '', host = 'www.youtube.com'] = handle
  return normaliseSourceUrl(`https://${host}/@${name}`)
}

/** The same address by http, for hosts that know no https: where `input` named no scheme, and https was a guess; else null. */
export function addressByHttp(input: string, url: string): string | null {
  const isGuess = url.startsWith('https:') && !/^[a-z]+:/i.test(input.trim().replace(/^[^/]*:\d+/, ''))
  return isGuess ? url.replace(/^https:/, 'http:') : null
}
