/**
 * Resolves an address found in a document. Blanks and line ends inside are dropped or escaped as browsers do it.
 * @returns an absolute http or https address, or null for everything else (javascript:, data:, urn:, nonsense)
 */
export function resolveWebAddress(address: string | null | undefined, base: string): string | null {
  const trimmed = address?.trim() ?? ''
  if (trimmed === '' || trimmed.length > longestAddress) return null
  const url = URL.parse(trimmed, base)
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:') || url.hostname === '')
    return null
  return url.href.length > longestAddress ? null : url.href // escaped letters take nine signs
}

/** An address that a person wrote without its beginning, "www.a.example/1", which no page has as a relative one. */
export function withScheme(address: string): string {
  return /^\s*www\.[a-z\d.-]+\.[a-z]{2,}(?=[/?#]|\s*$)/i.test(address) ? `https://${address.trim()}` : address
}

/** Longer addresses are data in disguise; no server accepts them. */
const longestAddress = 8000

/**
 * Schemes that HTML lets a page handle (safelisted schemes): such a link opens another program and runs nothing here. Without
 * "urn", which is a name and leads nowhere.
 */
export const harmlessSchemes: readonly string[] = [
  ...[
    'bitcoin',
    'ftp',
    'ftps',
    'geo',
    'im',
    'irc',
    'ircs',
    'magnet',
    'mailto',
    'matrix',
    'mms',
    'news',
    'nntp',
  ],
  ...['openpgp4fpr', 'sftp', 'sip', 'sms', 'smsto', 'ssh', 'tel', 'webcal', 'wtai', 'xmpp'],
]
const harmless = new Set(harmlessSchemes.map((scheme) => `${scheme}:`))

/** As `resolveWebAddress`, but links of harmless schemes stay as they are written, with blanks escaped ("mailto:a@b.example?subject=Re: news"). */
export function resolveLink(address: string | null | undefined, base: string): string | null {
  const trimmed = address?.trim() ?? ''
  const scheme = /^[a-z][a-z\d+.-]{0,20}:/i.exec(trimmed)?.[0].toLowerCase() ?? ''
  if (!harmless.has(scheme)) return resolveWebAddress(trimmed, base)
  return trimmed.length > longestAddress ? null : trimmed.replace(/[\s<>"]/g, encodeURIComponent)
}

/** Whether a link that `resolveLink` gave is one of the web, on which relative addresses can stand. */
export function isWebAddress(link: string): boolean {
  return /^https?:/.test(link)
}
