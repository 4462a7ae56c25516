/**
 * The position of somebody in what was told: `<id>.<writer>.<snapshot>`, the last event, the transaction that told it, and what
 * that saw. Ids alone would not do: they are given before transactions end, so that an event with a smaller id may be seen
 * later than one with a greater. What a transaction saw was told before what it tells, as PostgreSQL sends notifications in the
 * order in which transactions end; all else is told again.
 */
export type EventPosition = {
  readonly id: bigint
  /** 0: no event, but a moment */
  readonly writer: bigint
  /** pg_snapshot as text: xmin:xmax:those between that had not ended */
  readonly snapshot: string
  /** The least transaction that may have told something since. */
  readonly from: bigint
}

const longestPosition = 8000

/** Null: it is no position. Checked in full, as PostgreSQL refuses a snapshot whose parts are out of order. */
export function parseEventPosition(text: string): EventPosition | null {
  if (text.length > longestPosition) return null
  const parts = /^(\d{1,18})\.(\d{1,18})\.((\d{1,18}):(\d{1,18}):((?:\d{1,18}(?:,\d{1,18})*)?))$/.exec(text)
  if (parts === null) return null
  const [, id = '', writer = '', snapshot = '', xmin = '', xmax = '', between = ''] = parts
  const running = between === '' ? [] : between.split(',').map(BigInt)
  const least = BigInt(xmin)
  const end = BigInt(xmax)
  const isOrdered = running.every(
    (each, at) => each >= least && each < end && (at === 0 || each > (running[at - 1] ?? 0n)),
  )
  if (least === 0n || least > end || !isOrdered) return null
  const by = BigInt(writer)
  return { id: BigInt(id), writer: by, snapshot, from: by === 0n || by > least ? least : by }
}
