import type { FetchResult, Fetched, OptOut, Throttled } from '#lib/documents/door/fetch-types.ts'
import type { FetchFailure } from '#lib/documents/door/fetch-failure.ts'

type DiscoveryReason =
  | 'noAddress'
  | 'noFeedAt'
  | 'noFeedBecause'
  | 'publisherOptedOut'
  | 'robotsOptedOut'
  | 'hostGone'
  | 'hostUnavailable'
  | 'hostWantsFewer'
  | 'hostRests'
  | 'hostWithoutDocument'
  | 'hostNotAllowed'
  | 'hostError'
  | 'hostSilent'
  | 'searchEnded'

/** Why a search found nothing. */
export type FailedDiscovery = {
  readonly kind: 'failed'
  readonly errorKind: 'bad-address' | 'not-allowed' | 'no-answer' | 'no-feed' | 'opted-out'
  /** The message of lib/words/…/errors.json that says it, and what stands in it. */
  readonly reason: DiscoveryReason
  readonly values: Readonly<Record<string, string | number>>
  /** The failure of the request, for the {detail} of the message; absent: it has none. */
  readonly failure?: FetchFailure
}

/** Why there is no document at an address. */
export function explainAnswer(answer: Exclude<FetchResult, Fetched>, url: string): FailedDiscovery {
  const { host } = new URL(url)
  if (answer.kind === 'gone') return failed('no-answer', 'hostGone', { host, status: 410 })
  if (answer.kind === 'opted-out') return failedByOptOut(answer)
  if (answer.kind === 'throttled') return failedByPause(host, answer)
  if (answer.kind !== 'failed') return failed('no-answer', 'hostWithoutDocument', { host })
  if (answer.errorKind === 'private-address' || answer.errorKind === 'bad-url')
    return { ...failed('not-allowed', 'hostNotAllowed', {}), failure: answer }
  if (answer.barrier !== undefined) return failedBy(answer, url)
  if (answer.httpStatus !== null && answer.httpStatus >= 500)
    return failed('no-answer', 'hostError', { host, status: answer.httpStatus })
  if (answer.httpStatus !== null) return failedBy(answer, url)
  // A search that gives a request up has waited as long as it may: whoever pasted the address is told who was silent.
  const failure = answer.errorKind === 'aborted' ? ({ ...answer, errorKind: 'timeout' } as const) : answer
  return { ...failed('no-answer', 'hostSilent', {}), failure }
}

/** A search that a server refused. */
export function failedBy(failure: FetchFailure, url: string): FailedDiscovery {
  return { ...failed('no-feed', 'noFeedBecause', { url }), failure }
}

/** A search that ended where nobody may be asked. */
export function failedByOptOut({ by, host }: OptOut): FailedDiscovery {
  return failed('opted-out', by === 'robots' ? 'robotsOptedOut' : 'publisherOptedOut', { host })
}

/** Why a host is left alone, in its own words as far as it said any. */
function failedByPause(host: string, { httpStatus, retryAt }: Throttled): FailedDiscovery {
  const waitMs = retryAt === null ? 'unknown' : Math.max(0, retryAt - Date.now())
  if (httpStatus === null) return failed('no-answer', 'hostRests', { host, waitMs })
  if (httpStatus === 503) return failed('no-answer', 'hostUnavailable', { host, status: httpStatus, waitMs })
  return failed('no-answer', 'hostWantsFewer', { host, status: httpStatus, waitMs })
}

/** A search that found nothing, and why. */
export function failed(
  errorKind: FailedDiscovery['errorKind'],
  reason: DiscoveryReason,
  values: FailedDiscovery['values'],
): FailedDiscovery {
  return { kind: 'failed', errorKind, reason, values }
}
