import type { Reason, ReasonCode } from '#lib/policy/basics/reason.ts'

type EveryReason = { readonly [Code in ReasonCode]: Extract<Reason, { readonly code: Code }> }
type ValuesOf = { readonly [Code in ReasonCode]: EveryReason[Code]['values'] }

const pollAt = '2026-01-05T14:00:00.000Z'
const hours = { fromHour: '2026-01-05T13:00:00.000Z', untilHour: '2026-01-05T14:00:00.000Z' }
const planned = { pollAt, pollsPerDay: 3.1, weight: 4, postingsPerDay: 2.4 }
const priced = {
  pollAt,
  waiting: 2.08,
  price: 2.88,
  hoursShare: 0.3,
  fromHour: '2026-01-05T11:00:00.000Z',
  untilHour: '2026-01-05T14:00:00.000Z',
}
const host = 'harbour.example'

const values: ValuesOf = {
  plannedEven: planned,
  plannedSpread: planned,
  plannedByHour: { ...planned, ...hours },
  leastInterval: { pollAt, leastSeconds: 10_800 },
  staleness: { pollAt, mostSeconds: 172_800 },
  windowMightOverflow: { pollAt },
  quiet: { pollAt },
  backup: { pollAt, hubShare: 0.961 },
  interval: { pollAt, method: 'LIHZ', waitSeconds: 3600 },
  nothingToPredict: { pollAt },
  predicted: { pollAt, postingCount: 4 },
  silent: { pollAt, sinceAt: '2026-01-04T23:30:00.000Z', postingsPerDay: 0.1 },
  price: priced,
  priceBesideHub: { ...priced, hubShare: 0.961 },
  priceForReaders: { ...priced, readersHour: '2026-01-05T07:00:00.000Z' },
  priceStaleness: { pollAt, waiting: 0.01, mostSeconds: 86_400 },
  priceWindow: { pollAt, waiting: 31 },
  unwanted: {},
  withoutBudget: {},
  retry: { pollAt, failureCount: 3, waitSeconds: 5400 },
  fewerPolls: { pollAt, waitSeconds: 5400 },
  waitUntil: { untilAt: pollAt },
  weeklyProbe: { pollAt },
  optedOutUntil: { pollAt },
  subscribed: {},
  nobodySubscribes: {},
  asked: {},
  announced: {},
  hostAnswersAgain: {},
  hostAllowsAgain: {},
  hostAsksPause: {},
  hostNotBefore: { untilAt: pollAt },
  publisherWantsPause: {},
  neverPolled: {},
  pollFailed: {},
  ended: {},
  publisherOptedOut: { host },
  robotsOptedOut: { host },
  unwantedByPublisher: {},
  hostDown: { failure: { code: 'badStatus', values: { status: 502 } } },
  notStored: {},
  hostUnknown: { host },
  badCertificate: { host, detail: 'CERT_HAS_EXPIRED' },
  brokenAnswer: { host },
  notConnected: { host, detail: 'ECONNRESET' },
  timedOut: { host },
  badStatus: { status: 502 },
  answerTooLarge: {},
  tooManyRedirects: {},
  notPublic: { host },
  badAddress: {},
  unpackable: {},
  givenUp: {},
  emptyDocument: {},
  webPage: {},
  challengePage: { host },
  loginPage: { host },
  noFeed: {},
  documentTooLarge: {},
  documentTooSlow: {},
  brokenDocument: { detail: 'Unclosed root tag' },
  hubBadStatus: { status: 500, said: 'Try later' },
  hubDenied: { said: 'not today' },
  hubDeniedSilently: {},
  cloudRefused: { said: 'not today' },
  hubRedirectsElsewhere: {},
  text: { text: 'As it stood.' },
}

/** A reason of each code, with values as they come: at noon of 2026-01-05, UTC. The type asks for all of them. */
export const everyReason = Object.fromEntries(
  Object.entries(values).map(([code, each]) => [code, { code, values: each }]),
) as unknown as EveryReason
