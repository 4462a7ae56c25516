import type { ServerAnswer } from '#lib/documents/door/ask-server.ts'
import { startDeadline, type Deadline } from '#lib/documents/door/deadline.ts'
import { FetchFailedError, type FetchFailure, failureOf } from '#lib/documents/door/fetch-failure.ts'
import type { FetchOptions, Obstacle, OptedOut } from '#lib/documents/door/fetch-types.ts'
import { guardedRequest } from '#lib/documents/door/guarded-request.ts'
import { headerOf, retryAtOf, serverTimeOf } from '#lib/documents/door/response-headers.ts'

type FormOptions = Pick<FetchOptions, 'userAgent' | 'allowedPrivateNetworks' | 'now' | 'mayFollow'> & {
  /** Its abort gives the request up. */
  readonly signal?: AbortSignal
}

type FormAnswer = {
  readonly kind: 'answered'
  readonly httpStatus: number
  readonly text: string
  /** Retry-After: the end of the pause that the hub asks for; null: it asks for none. */
  readonly retryAt: number | null
}

/** `mayFollow` says that a redirect is not followed now. */
type Waits = Extract<Obstacle, { kind: 'wait' }>

const timeoutMs = 15_000
/** Hubs explain themselves in a line. */
const maxBytes = 65_536
const maxRedirects = 3

/**
 * Posts a form to a hub under the same guard as every fetch: each address on the way is checked, and names are resolved
 * to public addresses only. Follows 307 and 308 (WebSub, 5.2). What the world does wrong comes back as a value.
 */
export async function postForm(
  address: string,
  fields: Readonly<Record<string, string>>,
  options: FormOptions,
): Promise<FormAnswer | Waits | OptedOut | FetchFailure> {
  const deadline = startDeadline(timeoutMs, options.signal)
  let url = address
  try {
    for (let hops = 0; hops <= maxRedirects; hops++) {
      const answer = await post(url, fields, options, deadline)
      const target = [307, 308].includes(answer.statusCode) ? headerOf(answer.headers, 'location') : null
      const next = target === null ? null : URL.parse(target, url)
      if (next === null) return toFormAnswer(answer, options)
      const obstacle = (await options.mayFollow?.(next.href)) ?? null
      if (obstacle?.kind === 'opted-out') return { ...obstacle, finalUrl: next.href }
      if (obstacle !== null) return obstacle
      url = next.href
    }
    throw new FetchFailedError('too-many-redirects', `The hub redirects more than ${maxRedirects} times.`)
  } catch (error) {
    return failureOf(error, url, {
      isTimeout: deadline.endedBy() === 'timeout',
      isAborted: options.signal?.aborted === true,
    })
  } finally {
    deadline.release()
  }
}

function post(
  url: string,
  fields: Readonly<Record<string, string>>,
  options: FormOptions,
  deadline: Deadline,
): Promise<ServerAnswer> {
  const headers = {
    'user-agent': options.userAgent,
    'content-type': 'application/x-www-form-urlencoded',
    accept: '*/*',
  }
  const body = new URLSearchParams(fields).toString()
  return guardedRequest(
    url,
    { method: 'POST', headers, body, maxBytes, isWanted: () => true },
    options,
    deadline,
  )
}

function toFormAnswer({ statusCode, headers, body }: ServerAnswer, { now }: FormOptions): FormAnswer {
  const retryAt = statusCode >= 400 ? retryAtOf(headers, serverTimeOf(headers), (now ?? Date.now)()) : null
  return { kind: 'answered', httpStatus: statusCode, text: body.toString('utf8'), retryAt }
}
