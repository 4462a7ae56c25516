/** A place in the timeline: the last posting of a page. */
export type PostingCursor = { readonly shownAt: Date; readonly id: bigint }

/** A cursor as text for programs; they need not understand it. */
export function formatPostingCursor(cursor: PostingCursor): string {
  return `${cursor.shownAt.getTime()}-${cursor.id}`
}

/** The years 1 to 9999: what feeds may claim, and what Prisma and PostgreSQL write alike. */
const firstAt = Date.parse('0001-01-01T00:00:00Z')
const endAt = Date.UTC(10_000, 0)

/** The cursor of a text that formatPostingCursor made, or null. */
export function parsePostingCursor(text: string): PostingCursor | null {
  const match = /^(-?\d{1,15})-(\d{1,18})$/.exec(text)
  if (match === null) return null
  const shownAt = Number(match[1])
  if (shownAt < firstAt || shownAt >= endAt) return null
  return { shownAt: new Date(shownAt), id: BigInt(match[2] ?? '') }
}
