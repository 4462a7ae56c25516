/** The readings of people: `sourcesOf` by reader, `readersOf` by source; sources and readers by their place in lists. */
export type Readings = {
  readonly sourcesOf: readonly (readonly number[])[]
  readonly readersOf: readonly (readonly number[])[]
}

export type Neighbour = {
  readonly sourceId: number
  readonly neighbourId: number
  /** who read both */
  readonly readers: number
  /** readers of both by the geometric mean of the readers of each, 0–1 */
  readonly closeness: number
}

type Counted = { readonly sourceId: number; readonly readers: number }

/**
 * The closest neighbours of the source at a place: those that at least `leastReaders` read as well, the closest first, at
 * most `most`. Costs the subscriptions of its readers; to join and group them in the
 * database takes three times the processor time (155,000 subscriptions: 3.3 s and 10.4 s).
 */
export function closestNeighbours(
  place: number,
  counted: readonly Counted[],
  { sourcesOf, readersOf }: Readings,
  { leastReaders, most }: { readonly leastReaders: number; readonly most: number },
): Neighbour[] {
  const own = counted[place]
  if (own === undefined) throw new RangeError(`no source at ${place} of ${counted.length}`)
  const readersOfBoth = new Map<number, number>()
  for (const reader of readersOf[place] ?? [])
    for (const other of sourcesOf[reader] ?? [])
      if (other !== place) readersOfBoth.set(other, (readersOfBoth.get(other) ?? 0) + 1)
  const neighbours: Neighbour[] = []
  for (const [at, readers] of readersOfBoth) {
    const other = counted[at]
    if (readers < leastReaders || other === undefined) continue
    const closeness = Math.min(1, readers / Math.sqrt(own.readers * other.readers))
    neighbours.push({ sourceId: own.sourceId, neighbourId: other.sourceId, readers, closeness })
  }
  return neighbours
    .toSorted((a, b) => b.closeness - a.closeness || a.neighbourId - b.neighbourId)
    .slice(0, most)
}
