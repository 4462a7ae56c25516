/**
 * A path of this server and nothing else: a link must not lead elsewhere after signing in. What a browser would make of the
 * path counts: "/.//evil.example" names a path here, and what is left of it, "//evil.example", another host.
 */
export function ownPath(next: string | string[] | undefined): string {
  const base = 'http://here.invalid'
  const url = typeof next === 'string' ? URL.parse(next, base) : null
  if (url === null || url.protocol !== 'http:' || url.origin !== base) return '/'
  const path = `${url.pathname}${url.search}`
  return URL.parse(path, base)?.href === `${base}${path}` ? path : '/'
}
