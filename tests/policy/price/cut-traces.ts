import { expect } from 'vitest'
import { simulate } from '#lib/lab/simulator/simulate.ts'
import type { TracedSource } from '#lib/lab/simulator/simulate-source.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

/** Midnights after the learning days: the first, one before and one after shapes are learnt anew. */
const cutDays = [15, 20, 22] as const
export const wholeDays = 29

/** The events from a midnight on are taken away: no poll before it may have known. */
export function expectSameBefore(
  sources: readonly TracedSource[],
  startAt: number,
  isCold: boolean,
  budget: number,
): void {
  const pollsUntil = (endAt: number) => {
    const shown = sources.map((source) => ({
      ...source,
      postingTimes: Array.from(source.postingTimes).filter((at) => at < endAt),
    }))
    const run = simulate({
      method: 'price',
      sources: shown,
      budget,
      startAt,
      endAt,
      isCold,
      keepsPolls: true,
    })
    return new Map(run.states.map(({ sourceId, pollTimes }) => [sourceId, pollTimes ?? []]))
  }
  const whole = pollsUntil(startAt + wholeDays * DAY_MS)
  for (const day of cutDays) {
    const cut = startAt + day * DAY_MS
    const part = pollsUntil(cut)
    expect(part.size).toBe(whole.size)
    let compared = 0
    for (const [sourceId, polls] of part) {
      const before = polls.filter((at) => at < cut)
      expect(before).toEqual((whole.get(sourceId) ?? []).filter((at) => at < cut))
      compared += before.length
    }
    expect(compared).toBeGreaterThan(0)
  }
}

/** Sources that post in the learning days: under a cold start, too, the same take part however early a trace is cut. */
export function startedIn(sources: readonly TracedSource[], startAt: number): readonly TracedSource[] {
  return sources.filter(({ postingTimes }) => (postingTimes[0] ?? Infinity) < startAt + 14 * DAY_MS)
}
