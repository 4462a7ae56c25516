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
  return url.href
}

/** Longer addresses are data in disguise; no server accepts them. */
const longestAddress = 8000

/** Query parameters that only tell publishers where a reader came from. */
const trackingParameter =
  /^(utm_\w+|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|yclid|igshid|_hsenc|_hsmi|ref_src|wt_mc|at_medium|at_campaign|cmpid|ns_mchannel)$/i

/** An absolute address without the query parameters that follow readers around; otherwise left as it is. */
export function withoutTracking(address: string): string {
  if (!address.includes('?')) return address
  const url = URL.parse(address)
  if (url === null) return address
  // URLSearchParams would rewrite the encoding of the parameters that stay.
  const parameters = url.search.slice(1).split('&')
  const kept = parameters.filter((parameter) => !trackingParameter.test(parameter.split('=', 1)[0] ?? ''))
  if (kept.length === parameters.length) return address
  url.search = kept.join('&')
  return url.href
}
