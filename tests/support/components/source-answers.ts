import { delayHistory } from '#lib/api/freshness/freshness.ts'
import { pollItem, sourceDetail, sourceWorth } from '#lib/api/sources/sources.ts'
import { answerOf } from './answer-of.ts'

const minute = 60_000
const hour = 3_600_000
const day = 24 * hour
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
const shares = { within5: 0.4, within15: 0.8, within60: 1 }

/** Twelve weeks in which a source became quicker. */
function quickerWeeks() {
  return Array.from({ length: 12 }, (_, index) => ({
    from: ago((12 - index) * 7 * day),
    count: 40,
    medianMs: (14 - index) * minute,
    p90Ms: (40 - 2 * index) * minute,
    ...shares,
  }))
}

/** A source that is read, planned and promised, with a year of history. */
export function longSource(others: Parameters<typeof answerOf<typeof sourceDetail>>[1] = {}) {
  const summary = { meanMs: 9 * minute, medianMs: 7 * minute, p90Ms: 19 * minute, maxMs: hour }
  return answerOf(sourceDetail, {
    id: 1,
    url: 'https://1.example/feed',
    title: 'Harbour Gazette',
    description: 'Tides and ferries.',
    subscriptionId: 1,
    weightFactor: 1,
    postings: 400,
    windowSize: 20,
    health: { kind: 'ok', reason: null },
    weighed: { weight: 1, subscribers: 1, popularity: 1, say: 0, alerts: 0 },
    window: { learned: 20, gaps: 2, likelyLost: 7, lastGapAt: ago(3 * day) },
    hint: { kept: 11, broken: 1, isBelieved: true },
    plan: {
      policy: 'price',
      madeAt: ago(hour),
      ratePerDay: 12,
      pollsPerDay: 48,
      predictedDelayMs: 8 * minute,
      pattern: Array.from({ length: 24 }, () => 1 / 24),
      plannedAt: [ago(-hour), ago(-2 * hour)],
    },
    budgetShare: 0.01,
    delay: { count: 300, withoutExactTime: 2, ...summary, ...shares },
    lastPolledAt: ago(10 * minute),
    lastSuccessAt: ago(10 * minute),
    lastHttpStatus: 200,
    nextPollAt: ago(-20 * minute),
    createdAt: ago(365 * day),
    weeks: quickerWeeks(),
    freshness: {
      countedAt: ago(hour),
      promiseMs: 20 * minute,
      keptShare: 0.92,
      state: 'kept',
      stateSince: ago(9 * day),
      cause: null,
      ...shares,
    },
    learned: {
      presence: null,
      week: Array.from({ length: 168 }, () => 1 / 168),
      habit: null,
      missing: 0.01,
      next: { from: ago(-hour), until: ago(-2 * hour), chance: 0.6 },
    },
    ...others,
  })
}

/** Delays of a month, with an outage of the host and a promise that was changed. */
export function delaysOfMonth() {
  return answerOf(delayHistory, {
    delays: Array.from({ length: 60 }, (_, index) => ({
      postingId: `${index + 1}`,
      title: `Tide ${index + 1}`,
      foundAt: ago((60 - index) * 11 * hour),
      publishedAt: ago((60 - index) * 11 * hour + (2 + (index % 25)) * minute),
      delay: { kind: 'exact' as const, delayMs: (2 + (index % 25)) * minute },
    })),
    outages: [{ from: ago(12 * day), until: ago(11 * day), kind: 'host' }],
    promises: [
      { from: ago(28 * day), state: 'kept', promiseMs: 30 * minute },
      { from: ago(9 * day), state: 'kept', promiseMs: 20 * minute },
    ],
  })
}

/** The worth of a poll now, and of each of the six that follow the next. */
export function worthOfPolls() {
  const points = Array.from({ length: 48 }, (_, index): [number, number] => [
    Date.now() + (index - 2) * 30 * minute,
    0.1 + (index % 8) * 0.1,
  ])
  return answerOf(sourceWorth, {
    at: ago(0),
    heedsHours: false,
    price: 0.85,
    now: 0.4,
    next: 0.85,
    lastPolledAt: ago(hour),
    polls: Array.from({ length: 7 }, (_, n) => ago(-(n + 1) * 3 * hour)),
    points,
    beyond: points.slice(10, 20),
  })
}

/** Polls of the last hours: one on time, one late and worth what it cost, one that failed. */
export function latePolls() {
  const poll = (id: number, others: object) =>
    answerOf(pollItem, {
      id: `${id}`,
      outcome: 'fetched',
      httpStatus: 200,
      bytes: 4_000,
      entries: 20,
      newPostings: 1,
      plannedAt: ago(id * hour),
      startedAt: ago(id * hour),
      finishedAt: ago(id * hour - 1_000),
      sinceBeforeMs: hour,
      delayMs: 4 * minute,
      worth: { waiting: 0.9, price: 0.85 },
      ...(others as Parameters<typeof answerOf<typeof pollItem>>[1]),
    })
  return [
    poll(1, {}),
    poll(2, { startedAt: ago(2 * hour - 5 * minute) }),
    poll(3, { outcome: 'failed', httpStatus: 502 }),
  ]
}
