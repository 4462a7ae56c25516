/** Whose sources would be found sooner and later. */
import type { DelaySums } from './figures.ts'
import type { LabWorld } from './world.ts'

/** Whose mean delay differs by more than ten seconds, which nobody would notice. */
const noticedMs = 10_000

type Noticed = {
  readonly sooner: number
  readonly later: number
  readonly alike: number
  /** Changes of the mean delay by source, at most `most`, the greatest first. */
  readonly gainers: readonly NoticedChange[]
  readonly losers: readonly NoticedChange[]
}

/** A source's mean delay by the other policy, and by this one. */
export type NoticedChange = {
  readonly sourceId: number
  readonly postings: number
  readonly beforeMs: number
  readonly afterMs: number
  readonly changeMs: number
}

/** The sources that would be found sooner and later than before; without postings they are neither, and not counted. */
export function noticedOf(world: LabWorld, one: DelaySums, other: DelaySums, most: number): Noticed {
  const changes = world.sources.flatMap(({ sourceId }, index) => {
    const count = one.counts[index] ?? 0
    if (count === 0) return []
    const beforeMs = (other.sums[index] ?? 0) / count
    const afterMs = (one.sums[index] ?? 0) / count
    return [{ sourceId, postings: count, beforeMs, afterMs, changeMs: afterMs - beforeMs }]
  })
  const rising = changes.sort((a, b) => a.changeMs - b.changeMs || a.sourceId - b.sourceId)
  const sooner = rising.filter(({ changeMs }) => changeMs < -noticedMs)
  const later = rising.filter(({ changeMs }) => changeMs > noticedMs)
  return {
    sooner: sooner.length,
    later: later.length,
    alike: rising.length - sooner.length - later.length,
    gainers: sooner.slice(0, most),
    losers: later.slice(-most).reverse(),
  }
}
