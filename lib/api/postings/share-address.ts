// Apart from the contract, so that browsers need not load what checks it.

/**
 * Schemes that a way to share may have: the web, mail, and apps that do nothing but take a text. An allow list, as there are
 * always more that run what they are given (javascript:, data:, ms-msdt:, search-ms:).
 */
const schemes = new Set(
  `http https mailto sms tg whatsapp xmpp matrix bear drafts things omnifocus obsidian dayone ivory threema sgnl`.split(
    ' ',
  ),
)

/** Whether an address with {url}, {title} or {source} in it may be opened; `web+…` is what sites may handle (HTML, 8.3.1.2). */
export function isShareAddress(template: string): boolean {
  const scheme = /^([a-z][a-z0-9+.-]*):[^\s\p{Cc}]+$/iu.exec(template)?.[1]?.toLowerCase()
  if (scheme === undefined) return false
  if (scheme === 'http' || scheme === 'https') return /^https?:\/\//i.test(template)
  return schemes.has(scheme) || /^web\+[a-z]+$/.test(scheme)
}

/** The address for a posting; what is put in is escaped. */
export function fillShareAddress(
  template: string,
  posting: { readonly url: string; readonly title: string; readonly source: string },
): string {
  return template.replace(/\{(url|title|source)\}/g, (_, field: keyof typeof posting) =>
    encodeURIComponent(posting[field].toWellFormed()),
  )
}
