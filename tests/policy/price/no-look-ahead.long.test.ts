import { describe, test } from 'vitest'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import { readTrace } from '#tests/support/data/trace.ts'
import { expectSameBefore, startedIn } from './cut-traces.ts'

describe.each([false, true])(
  'cold start: %s; cutting a trace at a midnight moves no earlier poll',
  (isCold) => {
    const names = ['smallweb-rss-2026', 'news-2023-every-20th']
    test.each(names)('of %s', (name) => {
      const recorded = [...readTrace(name).values()]
      const first = Math.min(...recorded.map(([postedAt]) => postedAt ?? Infinity))
      const startAt = Math.floor(first / DAY_MS) * DAY_MS
      const sources = recorded.map((postingTimes, index) => ({ sourceId: index + 1, postingTimes }))
      expectSameBefore(startedIn(sources, startAt), startAt, isCold, 1)
    })
  },
)
