import { existsSync } from 'node:fs'
import path from 'node:path'
import { describe, test } from 'vitest'
import { readTraceFile } from '#lib/aggregator/read-trace.ts'
import { DAY_MS } from '#lib/policy/time.ts'
import { expectSameBefore, startedIn } from './cut-traces.ts'

describe.each([false, true])(
  'cold start: %s; cutting a trace at a midnight moves no earlier poll',
  (isCold) => {
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
