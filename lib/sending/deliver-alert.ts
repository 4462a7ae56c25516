import { postMessage, type PostAnswer, type PostedMessage } from '#lib/documents/fetch/post-message.ts'
import type { Mailer, MailTrouble } from '#lib/mail/mailer.ts'
import type { ChannelConfig } from '#lib/store/alerts/channel-config.ts'
import type { OutboxMessage } from '#lib/store/alerts/alert-outbox.ts'
import type { Outcome } from '#lib/store/integrations/outbox.ts'
import { fetchReason } from '#lib/polling/failure-reason.ts'
import type { Reason, ReasonCode } from '#lib/policy/basics/reason.ts'
import { reasonText } from '#lib/store/ground/reasons.ts'
import { quietEndAt } from '#lib/store/hours/quiet-hours.ts'
import { wordsOf } from '#lib/words/server-words.ts'
import { nextTryAt } from './alert-retry.ts'
import { ntfyOf, pushOf, webhookOf } from './alert-requests.ts'
import { alertText } from './alert-text.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'
import type { VapidKeys } from './vapid.ts'
import type { FetchFailure } from '#lib/documents/door/fetch-failure.ts'
import { HOUR_MS } from '#lib/policy/basics/time.ts'

export type AlertContext = Pick<
  AggregatorContext,
  'database' | 'clock' | 'owner' | 'userAgent' | 'allowedPrivateNetworks'
> & {
  /** The address that links in messages lead to. */
  readonly publicUrl: string
  /** Null: this server sends no mail. */
  readonly mailer: Mailer | null
  /** Null: this server sends no Web Push. */
  readonly vapid: VapidKeys | null
}

/** The answer of the other end, before it is judged whether to try again. */
type Answer = { readonly kind: 'sent'; readonly httpStatus: number | null } | Refused

type Refused = {
  readonly kind: 'refused'
  readonly httpStatus: number | null
  /** Words of the other end, or why there are none. */
  readonly error: Reason | string
  readonly retryAt: number | null
  /** Another try is in vain; or the other end is no more. */
  readonly isFinal: boolean
  readonly isEnd: boolean
}

/**
 * Sends a message by its channel. It says by its key that it is the same however often it is sent: as Message-ID, as
 * Idempotency-Key, as Topic and tag of Web Push, as sequence of ntfy. Never throws for what the other end does.
 */
export async function deliverAlert(context: AlertContext, message: OutboxMessage): Promise<Outcome> {
  const answer = await send(context, message)
  const at = context.clock.now()
  const { httpStatus } = answer
  if (answer.kind === 'sent') return { kind: 'sent', at, httpStatus }
  const error = reasonText(answer.error)
  const dueAt = answer.isFinal ? null : afterQuietHours(message, nextTryAt(message.tries, at, answer.retryAt))
  const failure = { at, httpStatus, error, isEnd: answer.isEnd }
  return dueAt === null ? { kind: 'failed', ...failure, dueAt: at } : { kind: 'later', ...failure, dueAt }
}

/** Somebody waits for what tries a channel. */
function afterQuietHours({ quiet, items }: OutboxMessage, dueAt: number | null): number | null {
  if (dueAt === null || items.some(({ kind }) => kind === 'test')) return dueAt
  return quietEndAt(quiet, dueAt) ?? dueAt
}

/** Codes of reasons that need no values. */
type Plain = Extract<
  ReasonCode,
  | 'articlesGone'
  | 'channelEnded'
  | 'secretUnreadable'
  | 'mailOff'
  | 'mailUnconfirmed'
  | MailTrouble
  | 'addressUnconfirmed'
  | 'pushOff'
  | 'badPushAddress'
>

function refusedBy(code: Plain, { isFinal = true, isEnd = false } = {}): Refused {
  return { kind: 'refused', httpStatus: null, error: { code, values: {} }, retryAt: null, isFinal, isEnd }
}

async function send(context: AlertContext, message: OutboxMessage): Promise<Answer> {
  const { config } = message
  // Whoever sits at the browser now may be somebody else.
  if (message.isOver) return refusedBy('channelEnded', { isEnd: true })
  if (message.items.length === 0) return refusedBy('articlesGone')
  switch (config.kind) {
    case 'email':
      return sendMail(context, message)
    case 'webhook':
      // Sealed under another AUTH_SECRET. Without its signature whoever gets it could not tell who sent it.
      if (config.secret === null) return refusedBy('secretUnreadable')
      return judged(await post(context, config.url, webhookOf(message, config.secret, context)), [410])
    case 'ntfy':
      return judged(await post(context, config.url, ntfyOf(message, config, context)), [])
    case 'web-push':
      return sendPush(context, message, config)
    default:
      return config satisfies never
  }
}

function post(context: AlertContext, address: string, message: PostedMessage) {
  const { userAgent, allowedPrivateNetworks, clock } = context
  return postMessage(address, message, { userAgent, allowedPrivateNetworks, now: clock.now })
}

/** `ends`: statuses by which the other end says that it is no more. */
function judged(answer: PostAnswer | FetchFailure, ends: readonly number[]): Answer {
  if (answer.kind === 'failed') {
    const isFinal = answer.errorKind === 'private-address' || answer.errorKind === 'bad-url'
    const { httpStatus, retryAt } = answer
    return { kind: 'refused', httpStatus, error: fetchReason(answer), retryAt, isFinal, isEnd: false }
  }
  const { httpStatus, text, retryAt } = answer
  if (httpStatus >= 200 && httpStatus < 300) return { kind: 'sent', httpStatus }
  const isEnd = ends.includes(httpStatus)
  return { kind: 'refused', httpStatus, error: text, retryAt, isFinal: isEnd, isEnd }
}

/** Most likely such a mail was taken, and comes twice, under one Message-ID. */
const unansweredMs = HOUR_MS

/** The text and a line that says who asked for it; as text alone, so that nothing in it pretends to be something else. */
async function sendMail({ mailer, publicUrl, clock }: AlertContext, message: OutboxMessage): Promise<Answer> {
  if (mailer === null) return refusedBy('mailOff', { isFinal: false })
  if (!message.emailVerified) return refusedBy('addressUnconfirmed')
  const { title, body, url } = alertText(message, publicUrl)
  const foot = wordsOf(message.language, 'alerts')('mailFoot', { url: `${publicUrl}/alerts` })
  const [only] = message.items
  const links = message.items.length === 1 && only?.url ? [only.url, url] : [url]
  const text = `${[body, links.join('\n'), foot].filter((part) => part !== '').join('\n\n')}\n`
  const answer = await mailer.send({ to: message.email, subject: title, text, key: message.key })
  if (answer.kind === 'taken') return { kind: 'sent', httpStatus: null }
  if (answer.kind === 'unanswered')
    return { ...refusedBy('mailUnconfirmed', { isFinal: false }), retryAt: clock.now() + unansweredMs }
  const { said, trouble, isFinal } = answer
  return { ...refusedBy(trouble, { isFinal }), ...(said === null ? {} : { error: said }) }
}

async function sendPush(
  context: AlertContext,
  message: OutboxMessage,
  to: Extract<ChannelConfig, { kind: 'web-push' }>,
): Promise<Answer> {
  const { vapid, publicUrl } = context
  if (vapid === null) return refusedBy('pushOff', { isFinal: false })
  const request = pushOf(message, to, { vapid, publicUrl })
  if (request === null) return refusedBy('badPushAddress')
  const answer = judged(await post(context, to.endpoint, request), [404, 410])
  const isOver = answer.kind === 'refused' && [400, 401, 403, 413].includes(answer.httpStatus ?? 0)
  return isOver ? { ...answer, isFinal: true } : answer
}
