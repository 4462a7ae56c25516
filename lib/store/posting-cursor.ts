/** A place in the timeline: the last posting of a page. */
export type PostingCursor = { readonly shownAt: Date; readonly id: bigint }

/** A cursor as text for programs; they need not understand it. */
export function formatPostingCursor(cursor: PostingCursor): string {
  return `${cursor.shownAt.getTime()}-${cursor.id}`
}

/** After the last instant of a cursor: what PostgreSQL and Prisma read alike ends with the year 9999. */
const endAt = Date.UTC(10_000, 0)

/** The cursor of a text that formatPostingCursor made, or null. Postings are shown at instants since 1970. */
export function parsePostingCursor(text: string): PostingCursor | null {
  const match = /^(\d{1,15})-(\d{1,18})$/.exec(text)
  if (match === null || Number(match[1]) >= endAt) return null
  return { shownAt: new Date(Number(match[1])), id: BigInt(match[2] ?? '') }
}
