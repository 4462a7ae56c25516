import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readTraceFile } from '#lib/aggregator/read-trace.ts'
import { simulate } from '#lib/policy/simulate.ts'
import type { TracedSource } from '#lib/policy/simulate-source.ts'
import { drawSources } from '#lib/policy/synthetic.ts'
import { DAY_MS } from '#lib/policy/time.ts'
import { monday } from '../builders.ts'

/** Midnights after the learning days: the first, one before and one after shapes are learnt anew. */
const cutDays = [15, 20, 22] as const
const wholeDays = 29

/** What happens from a midnight on is taken away: no poll before it may have known. */
function expectSameBefore(
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
function startedIn(sources: readonly TracedSource[], startAt: number): readonly TracedSource[] {
  return sources.filter(({ postingTimes }) => (postingTimes[0] ?? Infinity) < startAt + 14 * DAY_MS)
}

describe.each([false, true])(
  'cold start: %s; cutting a trace at a midnight moves no earlier poll',
  (isCold) => {
    test('of drawn sources, enough for kinds of them', { timeout: 60_000 }, () => {
      const sources = drawSources({ sources: 60, seed: 12, startAt: monday, days: wholeDays })
      expectSameBefore(startedIn(sources, monday), monday, isCold, 3)
    })

    const traces = [
      ['smallweb-rss-2026', 1],
      ['news-2023-eight-countries', 20],
    ] as const
    for (const [name, stride] of traces) {
      const file = path.resolve('..', 'shared', 'traces', `${name}.csv.gz`)
      test.skipIf(!existsSync(file))(`of ${name} (needs ../shared/traces)`, { timeout: 60_000 }, () => {
        const recorded = readTraceFile(file)
        const first = Math.min(...recorded.map(({ postingTimes }) => postingTimes[0] ?? Infinity))
        const startAt = Math.floor(first / DAY_MS) * DAY_MS
        const sources = recorded
          .map(({ postingTimes }, index) => ({ sourceId: index + 1, postingTimes }))
          .filter(({ sourceId }) => sourceId % stride === 0)
        expectSameBefore(startedIn(sources, startAt), startAt, isCold, 1)
      })
    }
  },
)
