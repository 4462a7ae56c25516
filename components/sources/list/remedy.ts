import type { ReasonItem } from '#lib/api/parts/answer-parts.ts'
import type { SourceHealth } from '#lib/api/sources/subscriptions.ts'

/** The help for a feed that brings nothing. */
export type Remedy = 'find' | 'login' | 'ask' | 'mend' | 'wait'

const byCode: Readonly<Partial<Record<ReasonItem['code'], Remedy>>> = {
  ended: 'find',
  noFeed: 'find',
  webPage: 'find',
  hostUnknown: 'find',
  badAddress: 'find',
  tooManyRedirects: 'find',
  notPublic: 'find',
  loginPage: 'login',
  challengePage: 'ask',
  robotsOptedOut: 'ask',
  publisherOptedOut: 'ask',
  unwantedByPublisher: 'ask',
  brokenDocument: 'mend',
  documentTooLarge: 'mend',
  documentTooSlow: 'mend',
  emptyDocument: 'mend',
  unpackable: 'mend',
  answerTooLarge: 'mend',
  badCertificate: 'mend',
}
const byStatus: Readonly<Partial<Record<number, Remedy>>> = {
  401: 'login',
  402: 'login',
  403: 'ask',
  451: 'ask',
  404: 'find',
  410: 'find',
  301: 'find',
  302: 'find',
}

/** The remedy for a feed that brings nothing; null: it is well, or was not looked at yet. What is not known here often passes by itself. */
export function remedyOf({ kind, reason }: SourceHealth): Remedy | null {
  if (kind === 'ok' || kind === 'waiting') return null
  if (kind === 'opted-out') return 'ask'
  if (kind === 'gone') return 'find'
  if (reason === null) return 'wait'
  if (reason.code === 'badStatus') return byStatus[reason.values.status] ?? 'wait'
  return byCode[reason.code] ?? 'wait'
}

/** Whether the reason itself says what its reader can do. */
export function saysRemedy({ reason }: SourceHealth): boolean {
  return reason !== null && (reason.code === 'loginPage' || reason.code === 'challengePage')
}
