/** Two replays of one span, compared over the postings of one of its days. */
import { noticedMs } from './noticed.ts'
import type { LabReplay } from './replay.ts'
import type { LabSource, LabWorld } from './world.ts'

/** A source's postings of the day; sums of their delays in ms. */
export type ShadowedSource = {
  readonly sourceId: number
  readonly weight: number
  readonly postings: number
  /** Found more than ten seconds before the other policy finds them. */
  readonly shadowEarlier: number
  readonly liveEarlier: number
  readonly liveMs: number
  readonly shadowMs: number
  readonly happenedMs: number
}

export type ShadowedDay = {
  /** Sources without postings are left out. */
  readonly bySource: readonly ShadowedSource[]
  /** Polls within the day. */
  readonly livePolls: number
  readonly shadowPolls: number
  readonly happenedPolls: number
}

type Day = { readonly fromAt: number; readonly untilAt: number }

/**
 * What two policies make of the postings that could first be found within a day. Delays are those of the lab (`outcomeOf`): of postings
 * that count, up to the end of the span where no poll came. O(postings + polls).
 */
export function compareDay(world: LabWorld, live: LabReplay, shadow: LabReplay, day: Day): ShadowedDay {
  const bySource = world.sources.flatMap((source, index) => {
    const delays = { live: live.states[index]?.delays, shadow: shadow.states[index]?.delays }
    const compared = compareSource(source, delays, day, world.endAt)
    return compared.postings === 0 ? [] : [compared]
  })
  return {
    bySource,
    livePolls: pollsWithin(
      live.states.map(({ pollTimes }) => pollTimes ?? []),
      day,
    ),
    shadowPolls: pollsWithin(
      shadow.states.map(({ pollTimes }) => pollTimes ?? []),
      day,
    ),
    happenedPolls: pollsWithin(
      world.sources.map(({ polls }) => polls),
      day,
    ),
  }
}

type Delays = { readonly live: Float64Array | undefined; readonly shadow: Float64Array | undefined }

function compareSource(
  { sourceId, weight, times, lagMs, foundAt, isCounted }: LabSource,
  delays: Delays,
  { fromAt, untilAt }: Day,
  endAt: number,
): ShadowedSource {
  let [postings, shadowEarlier, liveEarlier, liveMs, shadowMs, happenedMs] = [0, 0, 0, 0, 0, 0]
  times.forEach((at, index) => {
    if (isCounted[index] !== 1 || at < fromAt || at >= untilAt) return
    const lag = lagMs[index] ?? 0
    const byLive = (delays.live?.[index] ?? 0) + lag
    const byShadow = (delays.shadow?.[index] ?? 0) + lag
    postings++
    if (byShadow < byLive - noticedMs) shadowEarlier++
    if (byLive < byShadow - noticedMs) liveEarlier++
    liveMs += byLive
    shadowMs += byShadow
    happenedMs += Math.min(foundAt[index] ?? endAt, endAt) - at + lag
  })
  return { sourceId, weight, postings, shadowEarlier, liveEarlier, liveMs, shadowMs, happenedMs }
}

function pollsWithin(polls: readonly (readonly number[])[], { fromAt, untilAt }: Day): number {
  return polls.reduce((sum, times) => sum + times.filter((at) => at >= fromAt && at < untilAt).length, 0)
}
