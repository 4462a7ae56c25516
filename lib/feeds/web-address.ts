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
