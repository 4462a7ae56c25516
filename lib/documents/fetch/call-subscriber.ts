import { createHmac } from 'node:crypto'
import { startDeadline } from '#lib/documents/door/deadline.ts'
import { type FetchFailure, failureOf } from '#lib/documents/door/fetch-failure.ts'
import type { GuardOptions } from '#lib/documents/door/fetch-types.ts'
import { guardedRequest } from '#lib/documents/door/guarded-request.ts'

type CallOptions = GuardOptions & { readonly userAgent: string; readonly signal?: AbortSignal }

const timeoutMs = 15_000
/** A challenge is repeated in a line; what is said to a delivery is not read. */
const maxBytes = 4_096

/**
 * Asks whoever is to get deliveries of our hub whether it asked for that, or for their end (WebSub, 5.3), under the guard of
 * every request: no redirect is followed. `no`: it denies it; `unclear`: it fails, or sends elsewhere.
 */
export async function verifyIntent(
  callbackUrl: string,
  parameters: Readonly<Record<string, string>>,
  options: CallOptions,
): Promise<'yes' | 'no' | 'unclear' | FetchFailure> {
  const url = new URL(callbackUrl)
  for (const [name, value] of Object.entries(parameters)) url.searchParams.append(name, value)
  const asked = { method: 'GET', headers: { 'user-agent': options.userAgent }, maxBytes } as const
  const answer = await call(url.href, asked, options)
  if (answer.kind === 'failed') return answer
  if (answer.httpStatus === 404 || answer.httpStatus === 410) return 'no'
  if (answer.httpStatus < 200 || answer.httpStatus >= 300) return 'unclear'
  return answer.text.trim() === parameters['hub.challenge'] ? 'yes' : 'no'
}

export type Delivery = {
  readonly body: string
  readonly contentType: string
  readonly topicUrl: string
  readonly hubUrl: string
  /** hub.secret; null: it is not signed. */
  readonly secret: string | null
}

/** Hands a subscriber what is new (WebSub, 7), signed where it gave a secret. */
export async function deliver(
  callbackUrl: string,
  { body, contentType, topicUrl, hubUrl, secret }: Delivery,
  options: CallOptions,
): Promise<{ readonly kind: 'answered'; readonly httpStatus: number } | FetchFailure> {
  const headers: Record<string, string> = {
    'user-agent': options.userAgent,
    'content-type': contentType,
    link: `<${hubUrl}>; rel="hub", <${topicUrl}>; rel="self"`,
  }
  if (secret !== null)
    headers['x-hub-signature'] = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  return call(callbackUrl, { method: 'POST', headers, body, maxBytes }, options)
}

async function call(
  url: string,
  asked: Omit<Parameters<typeof guardedRequest>[1], 'isWanted'>,
  { signal, ...options }: CallOptions,
): Promise<{ readonly kind: 'answered'; readonly httpStatus: number; readonly text: string } | FetchFailure> {
  const deadline = startDeadline(timeoutMs, signal)
  try {
    const isWanted = () => asked.method === 'GET'
    const answer = await guardedRequest(url, { ...asked, isWanted }, options, deadline)
    const text = isWanted() ? answer.body.toString('utf8') : ''
    return { kind: 'answered', httpStatus: answer.statusCode, text }
  } catch (error) {
    return failureOf(error, url, {
      isTimeout: deadline.endedBy() === 'timeout',
      isAborted: signal?.aborted === true,
    })
  } finally {
    deadline.release()
  }
}
