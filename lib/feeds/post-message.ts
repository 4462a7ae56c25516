import { startDeadline } from './deadline.ts'
import { failureOf } from './fetch-failure.ts'
import type { FetchFailure } from './fetch-types.ts'
import { guardedRequest, type GuardOptions } from './guarded-request.ts'
import { retryAtOf, serverTimeOf } from './response-headers.ts'

export type PostedMessage = {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

export type PostAnswer = {
  readonly kind: 'answered'
  readonly httpStatus: number
  /** The beginning of what it says, for whoever looks into the log. */
  readonly text: string
  /** Retry-After, epoch milliseconds; null: none. */
  readonly retryAt: number | null
}

const timeoutMs = 15_000
/** Answers explain themselves in a line. */
const maxBytes = 65_536
const mostText = 200

/**
 * Posts a message of a subscriber to an address of theirs, under the same guard as every fetch. Redirects are not followed: what
 * is sent is meant for that address. What the world does wrong comes back as a value.
 */
export async function postMessage(
  address: string,
  { headers, body }: PostedMessage,
  options: GuardOptions & { readonly userAgent: string; readonly now: () => number },
): Promise<PostAnswer | FetchFailure> {
  const deadline = startDeadline(timeoutMs)
  try {
    const named = { 'user-agent': options.userAgent, ...headers }
    const asked = { method: 'POST', headers: named, body, maxBytes, isWanted: isFailure } as const
    const {
      statusCode,
      headers: answered,
      body: said,
    } = await guardedRequest(address, asked, options, deadline)
    return {
      kind: 'answered',
      httpStatus: statusCode,
      text: said.toString('utf8').replace(/\s+/g, ' ').trim().slice(0, mostText),
      retryAt: isFailure(statusCode) ? retryAtOf(answered, serverTimeOf(answered), options.now()) : null,
    }
  } catch (error) {
    return failureOf(error, address, { isTimeout: deadline.endedBy() === 'timeout', isAborted: false })
  } finally {
    deadline.release()
  }
}

function isFailure(httpStatus: number): boolean {
  return httpStatus < 200 || httpStatus >= 300
}
