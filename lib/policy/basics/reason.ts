/**
 * The values that the sentence of each reason needs. The end of a name tells what a value is: …At an instant and …Hour an instant of which
 * only the time of day counts (both ISO 8601), …Seconds a length of time, …PerDay how often, …Share a part of 1, …Count a whole
 * number with a plural; other numbers are figures. Each code has its message in lib/words (area `reasons`).
 */
type ReasonValues = {
  // Decisions after a success.
  plannedEven: Planned
  plannedSpread: Planned
  plannedByHour: Planned & HoursBefore
  leastInterval: PollAt & { readonly leastSeconds: number }
  staleness: PollAt & { readonly mostSeconds: number }
  windowMightOverflow: PollAt
  quiet: PollAt
  backup: PollAt & { readonly hubShare: number }
  interval: PollAt & { readonly method: string; readonly waitSeconds: number }
  nothingToPredict: PollAt
  predicted: PollAt & { readonly postingCount: number }
  silent: PollAt & { readonly sinceAt: string; readonly postingsPerDay: number }
  price: PollAt & Priced
  priceBesideHub: PollAt & Priced & { readonly hubShare: number }
  priceForReaders: PollAt & Priced & { readonly readersHour: string }
  priceStaleness: PollAt & Waiting & { readonly mostSeconds: number }
  priceWindow: PollAt & Waiting
  // Decisions otherwise.
  unwanted: Nothing
  withoutBudget: Nothing
  retry: PollAt & { readonly failureCount: number; readonly waitSeconds: number }
  fewerPolls: PollAt & { readonly waitSeconds: number }
  waitUntil: { readonly untilAt: string }
  weeklyProbe: PollAt
  optedOutUntil: PollAt
  // Other reasons that move a poll.
  subscribed: Nothing
  nobodySubscribes: Nothing
  asked: Nothing
  announced: Nothing
  hostAnswersAgain: Nothing
  hostAllowsAgain: Nothing
  hostAsksPause: Nothing
  hostNotBefore: { readonly untilAt: string }
  publisherWantsPause: Nothing
  // Failures of a poll, and states of a source.
  neverPolled: Nothing
  pollFailed: Nothing
  ended: Nothing
  publisherOptedOut: AtHost
  robotsOptedOut: AtHost
  unwantedByPublisher: Nothing
  hostDown: { readonly failure: Reason }
  notStored: Nothing
  hostUnknown: AtHost
  badCertificate: AtHost & { readonly detail: string }
  brokenAnswer: AtHost
  notConnected: AtHost & { readonly detail: string }
  timedOut: AtHost
  badStatus: { readonly status: number }
  answerTooLarge: Nothing
  tooManyRedirects: Nothing
  notPublic: AtHost
  badAddress: Nothing
  unpackable: Nothing
  givenUp: Nothing
  emptyDocument: Nothing
  webPage: Nothing
  challengePage: AtHost
  loginPage: AtHost
  noFeed: Nothing
  documentTooLarge: Nothing
  documentTooSlow: Nothing
  documentUnread: Nothing
  brokenDocument: { readonly detail: string }
  // Failures of a hub.
  hubBadStatus: { readonly status: number; readonly said: string }
  hubDenied: { readonly said: string }
  hubDeniedSilently: Nothing
  cloudRefused: { readonly said: string }
  hubRedirectsElsewhere: Nothing
  // Failures of a message to a channel, and of an article sent to a service.
  accountLocked: Nothing
  articlesGone: Nothing
  channelEnded: Nothing
  secretUnreadable: Nothing
  mailOff: Nothing
  mailServerSilent: Nothing
  mailServerUnsafe: Nothing
  mailLoginRefused: Nothing
  mailUnconfirmed: Nothing
  addressUnconfirmed: Nothing
  pushOff: Nothing
  badPushAddress: Nothing
  passwordUnreadable: Nothing
  servicePaused: Nothing
  serviceWithoutToken: Nothing
  serviceMoved: Nothing
  /** Sentences of rows from before there were codes, and what others said, as it stands. */
  text: { readonly text: string }
}

type Nothing = Readonly<Record<string, never>>
type AtHost = { readonly host: string }
type PollAt = { readonly pollAt: string }
type Planned = PollAt & {
  readonly pollsPerDay: number
  readonly weight: number
  readonly postingsPerDay: number
}
type HoursBefore = { readonly fromHour: string; readonly untilHour: string }
/** Hours that postings are expected to have waited, all together. */
type Waiting = { readonly waiting: number }
type Priced = Waiting &
  HoursBefore & {
    readonly price: number
    /** Null: too little is known of the hours to say so. */
    readonly hoursShare: number | null
  }

export type ReasonCode = keyof ReasonValues

/** Why something was decided, or what went wrong: no words, so that every reader gets it in the own language and time zone. */
export type Reason = {
  [Code in ReasonCode]: { readonly code: Code; readonly values: ReasonValues[Code] }
}[ReasonCode]

/** Values are kept to so many digits: more would be stored than anybody is shown. */
const digits = 3

/** A figure of a reason. */
export function figure(value: number): number {
  return Number(value.toPrecision(digits))
}

/** A share of 1, cut to whole per cent: a hub that brings 99.7 % does not bring all. */
export function shareOf(part: number): number {
  return Math.floor(100 * part) / 100
}

/** An instant of a reason, in whole ms: rounded up, as `nextPollAt` is. */
export function isoInstant(at: number): string {
  return new Date(Math.ceil(at)).toISOString()
}

/** A length of time of a reason. */
export function secondsOf(lengthMs: number): number {
  return Math.round(lengthMs / 1000)
}
