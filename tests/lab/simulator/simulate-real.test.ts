import { expect, test } from 'vitest'
import { simulate } from '#lib/lab/simulator/simulate.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import { readTrace } from '#tests/support/data/trace.ts'

test('real feeds: as published, the interval policies poll and delay as an independent replay found', () => {
  const startAt = Date.UTC(2026, 0, 23)
  const sources = [...readTrace('smallweb-rss-2026').values()].map((postingTimes, index) => ({
    sourceId: index + 1,
    postingTimes,
  }))
  const expected = {
    mavsync: [1.297, 435.5, 638.6],
    indhist: [1.303, 365, 561],
    lihz: [1, 665.2, 692.2],
  } as const
  for (const method of ['mavsync', 'indhist', 'lihz'] as const) {
    const options = { method, sources, budget: null, startAt, endAt: startAt + 125 * DAY_MS }
    const { report } = simulate(options)
    const [polls, mean, sourcesMean] = expected[method]
    expect(report).toMatchObject({ sources: 115, postings: 5916 })
    expect(report.pollsPerSourceDay / polls).toBeCloseTo(1, 1.5)
    expect((report.meanMin ?? 0) / mean).toBeCloseTo(1, 1.5)
    expect((report.sourcesMeanMin ?? 0) / sourcesMean).toBeCloseTo(1, 1.5)
  }
})
