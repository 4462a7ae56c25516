/** Names of parameters that say who asks, or let nobody else ask. */
const secretName =
  /^(.*[-_.])?(token|key|apikey|auth|authorization|secret|password|passwd|pass|pwd|pw|sig|signature|hash|session|sid|user|username|userid|uid|login|email|e?mail|account|member|customer|subscriber|private|access|code|hmac|jwt|credential|u|k|t|h)$/i
/** Ends of names that only a private network knows. */
const privateEnd = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|test|invalid|home\.arpa)$/i
/** The ids of what is shown to everybody there, random as they look. */
const publicIds = [/^https:\/\/(www\.)?youtube\.com\/feeds\/videos\.xml\?(channel_id|playlist_id)=[\w-]+$/]

/** A run of letters and digits that is long for a word is looked at; this long it is random whatever it holds. */
const leastSuspicious = 12
const longestWord = 24

/**
 * Whether an address may be shown to others: no user in it, no parameter that names a person or a key, no long random
 * part, and a host of the public web. When in doubt it may not: a source too few is better than a secret too many.
 */
export function isPublicAddress(address: string): boolean {
  const url = URL.parse(address)
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false
  if (url.username !== '' || url.password !== '' || url.port !== '') return false
  const { hostname } = url
  // Numbers are an address; URL has brought them into this form.
  if (/^\[|^[\d.]+$/.test(hostname) || !hostname.includes('.') || privateEnd.test(hostname)) return false
  if (publicIds.some((known) => known.test(url.href))) return true
  if ([...url.searchParams.keys()].some((name) => secretName.test(name))) return false
  const parts = [
    ...hostname.split('.'),
    ...url.pathname.split('/'),
    ...url.searchParams.values(),
    ...url.searchParams.keys(),
  ]
  return !parts.some((part) => isRandom(decoded(part)))
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Words are short, or joined by signs; a secret is one long run, or a UUID. */
function isRandom(part: string): boolean {
  if (/[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}/i.test(part)) return true
  return part.split(/[^\p{L}\p{N}_=+]+/u).some((run) => {
    if (run.length < leastSuspicious) return false
    if (run.length >= longestWord) return true
    const digits = run.replace(/\D/g, '').length
    const isNumber = digits === run.length
    const switches = (run.match(/\d(?=\p{L})|\p{L}(?=\d)|\p{Ll}(?=\p{Lu})/gu) ?? []).length
    return isNumber || switches >= 2
  })
}
