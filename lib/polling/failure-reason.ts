import type { ParseError } from '#lib/documents/read/feed-types.ts'
import type { OptOut } from '#lib/documents/door/fetch-types.ts'
import type { Barrier } from '#lib/documents/door/find-barrier.ts'
import type { Reason } from '#lib/policy/basics/reason.ts'
import type { FetchFailure } from '#lib/documents/door/fetch-failure.ts'

/** The quotes of others are kept to so many characters. */
const longestQuote = 200

/** Why a request came to nothing. */
export function fetchReason(failure: FetchFailure): Reason {
  const host = hostIn(failure.finalUrl)
  if (failure.barrier !== undefined) return barrierReason(failure.barrier, host)
  const detail = failure.systemCode ?? failure.errorKind
  switch (failure.errorKind) {
    case 'dns':
      return { code: 'hostUnknown', values: { host } }
    case 'tls':
      return { code: 'badCertificate', values: { host, detail } }
    case 'connect':
      return { code: 'notConnected', values: { host, detail } }
    case 'broken-answer':
      return { code: 'brokenAnswer', values: { host } }
    case 'timeout':
      return { code: 'timedOut', values: { host } }
    case 'http':
      return { code: 'badStatus', values: { status: failure.httpStatus ?? 0 } }
    case 'too-large':
      return { code: 'answerTooLarge', values: {} }
    case 'too-many-redirects':
      return { code: 'tooManyRedirects', values: {} }
    case 'private-address':
      return { code: 'notPublic', values: { host } }
    case 'bad-url':
      return { code: 'badAddress', values: {} }
    case 'encoding':
      return { code: 'unpackable', values: {} }
    case 'aborted':
      return { code: 'givenUp', values: {} }
    default:
      return failure.errorKind satisfies never
  }
}

/** The host of an address. A redirect may name one of 30,000 letters, and each poll is stored with its reason. */
function hostIn(url: string): string {
  return (URL.parse(url)?.hostname ?? '').slice(0, longestQuote)
}

function barrierReason(barrier: Barrier, host: string): Reason {
  return { code: barrier === 'login' ? 'loginPage' : 'challengePage', values: { host } }
}

/** Why a document is no feed. */
export function parseReason({ kind, message, barrier }: ParseError, url: string): Reason {
  if (barrier !== undefined) return barrierReason(barrier, hostIn(url))
  switch (kind) {
    case 'empty':
      return { code: 'emptyDocument', values: {} }
    case 'html':
      return { code: 'webPage', values: {} }
    case 'not-a-feed':
      return { code: 'noFeed', values: {} }
    case 'too-large':
      return { code: 'documentTooLarge', values: {} }
    case 'too-slow':
      return { code: 'documentTooSlow', values: {} }
    case 'unread':
      return { code: 'documentUnread', values: {} }
    case 'broken':
      return { code: 'brokenDocument', values: { detail: quoted(message) } }
    default:
      return kind satisfies never
  }
}

/** Why nothing is asked of a host. */
export function optOutReason({ by, host }: Pick<OptOut, 'by' | 'host'>): Reason {
  return { code: by === 'robots' ? 'robotsOptedOut' : 'publisherOptedOut', values: { host } }
}

/** A line of a stranger as it may be stored: PostgreSQL takes neither NUL nor halves of characters in JSON. */
export function quoted(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, longestQuote)
    .toWellFormed()
}
