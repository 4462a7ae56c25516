/** A place in a list: the last posting of a page. */
export type PostingCursor = {
  /** The instant that the list is ordered by: the place in the timeline, or the publication where that is the order. */
  readonly shownAt: Date
  readonly id: bigint
  /**
   * In lists by source and in the fresh list: which one, and when the first page was read, as of which sources are weighed
   * and ages counted (a planning between two pages changes nothing).
   */
  readonly source?: { readonly id: number; readonly asOfAt: Date }
}

/** A cursor as text for programs; they need not understand it. */
export function formatPostingCursor({ shownAt, id, source }: PostingCursor): string {
  const place = `${shownAt.getTime()}-${id}`
  return source === undefined ? place : `${place}-${source.id}-${source.asOfAt.getTime()}`
}

/** The years 1 to 9999: what feeds may claim, and what Prisma and PostgreSQL write alike. */
const firstAt = Date.parse('0001-01-01T00:00:00Z')
const endAt = Date.UTC(10_000, 0)

/** The cursor of a text that formatPostingCursor made, or null. */
export function parsePostingCursor(text: string): PostingCursor | null {
  const match = /^(-?\d{1,15})-(\d{1,18})(?:-(\d{1,9})-(\d{1,15}))?$/.exec(text)
  if (match === null) return null
  const [, shown, id = '', sourceId, asOf] = match
  const shownAt = instantOf(shown)
  if (shownAt === null) return null
  const place = { shownAt, id: BigInt(id) }
  if (sourceId === undefined) return place
  const asOfAt = instantOf(asOf)
  return asOfAt === null ? null : { ...place, source: { id: Number(sourceId), asOfAt } }
}

function instantOf(text: string | undefined): Date | null {
  const atMs = Number(text)
  return atMs >= firstAt && atMs < endAt ? new Date(atMs) : null
}
