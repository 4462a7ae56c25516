/** Most characters of what publishers write, as it is stored: a list of postings must not become megabytes. */
export const longest = {
  sourceTitle: 300,
  description: 1_000,
  title: 500,
  author: 200,
  /** Longer addresses are no use to a browser; the posting keeps none then. */
  url: 4_000,
  guid: 1_000,
  enclosures: 50,
} as const

/** A text of at most `length` characters, with an ellipsis where it was cut. */
export function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1).toWellFormed()}…`
}

/** An address, or null where it is too long. */
export function usableUrl(url: string | null): string | null {
  return url === null || url.length > longest.url ? null : url
}
