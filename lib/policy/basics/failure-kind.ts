import type { Reason } from './reason.ts'

/** The kind of failure that a poll met, as far as it matters for when to look again. */
export type FailureKind =
  /** No host has the name. */
  | 'name'
  | 'certificate'
  | 'timeout'
  /** Refused, broken off or never made. */
  | 'connection'
  /** 404. A 410 is no failure but an end (`afterEnd`). */
  | 'missing'
  /** 401, 402, 403 or 451, a check for humans, or a login page. */
  | 'refused'
  /** Any other 4xx. */
  | 'bad-request'
  /** 5xx */
  | 'server-error'
  /** There is a document, and it is no feed or cannot be read. */
  | 'unreadable'
  /** It took longer to read than a feed may, or was not read to its end: mostly as the machine has much else to do. */
  | 'slow'
  | 'other'

/** The kind of the failure that a reason tells of: the same for a poll that was just made and for one that is stored. O(1). */
export function failureKindOf(error: Reason | null): FailureKind {
  switch (error?.code) {
    case 'hostUnknown':
      return 'name'
    case 'badCertificate':
      return 'certificate'
    case 'timedOut':
      return 'timeout'
    case 'notConnected':
    case 'brokenAnswer':
      return 'connection'
    case 'badStatus':
      return kindOfStatus(error.values.status)
    case 'emptyDocument':
    case 'webPage':
    case 'noFeed':
    case 'brokenDocument':
    case 'documentTooLarge':
    case 'answerTooLarge':
    case 'unpackable':
      return 'unreadable'
    case 'documentTooSlow':
    case 'documentUnread':
      return 'slow'
    case 'challengePage':
    case 'loginPage':
      return 'refused'
    case 'hostDown':
      return failureKindOf(error.values.failure)
    default:
      return 'other'
  }
}

const refusals = [401, 402, 403, 451]

function kindOfStatus(status: number): FailureKind {
  if (status >= 500) return 'server-error'
  if (status === 404) return 'missing'
  if (refusals.includes(status)) return 'refused'
  return status >= 400 ? 'bad-request' : 'other'
}
