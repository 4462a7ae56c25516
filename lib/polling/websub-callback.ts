import { withoutSecrets } from '#lib/documents/fetch/without-secrets.ts'
import { isSignedBy } from '#lib/documents/write/delivery-signature.ts'
import { noteKnown } from '#lib/runtime/known-visits.ts'
import type { Reason } from '#lib/policy/basics/reason.ts'
import { countAttempt, countUp } from '#lib/store/accounts/attempts.ts'
import type { Database } from '#lib/store/connection/database.ts'
import {
  countRefusedDelivery,
  findCalledPush,
  keepDelivery,
  pollAnnounced,
  recordPushDenial,
  removePush,
  type CalledPush,
} from '#lib/store/websub/websub-callbacks.ts'
import { recordPushLease } from '#lib/store/websub/websub-requests.ts'
import { DAY_MS, HOUR_MS } from '#lib/policy/basics/time.ts'
import { leaseOf } from './ask-hubs.ts'
import { quoted } from './failure-reason.ts'

/** Calls a minute that one subscription may make. */
const callLimit = { max: 120, windowMs: 60_000 }
/** Kilobytes that the hubs of one source deliver in an hour: what a thread reads, and the main thread compares, whatever is stored of it. */
const deliveryLimit = { most: 100_000, windowMs: HOUR_MS }
/** A delivery counts as so many kilobytes beside its own. */
const kilobytesOfOne = 10
/** A hub that said no is asked again after this. */
const deniedForMs = 7 * DAY_MS
/** Of hubs that name none, although they must. */
const usualLeaseMs = DAY_MS
const shortestLeaseMs = 60_000
const longestLeaseMs = 90 * DAY_MS

/** The subscription of `protocol` that is called; null for unknown ones, `busy` when it is called too often. */
export async function takeCall(
  database: Database,
  protocol: 'websub' | 'rsscloud',
  callbackId: string,
  now: number,
): Promise<CalledPush | 'busy' | null> {
  if (callbackId.includes('\0')) return null // the database could not even be asked
  const push = await findCalledPush(database, callbackId)
  if (push?.protocol !== protocol) return null
  noteKnown(`push ${push.id}`)
  return (await countAttempt(database, `push ${push.id}`, callLimit, now)) ? push : 'busy'
}

/**
 * Answers a hub that asks whether we meant it (WebSub, 5.3), or that says no (5.2). Only what we asked this hub for,
 * about this very topic, is confirmed.
 * @returns the text to answer with; null: not ours
 */
export async function answerIntent(
  database: Database,
  push: CalledPush,
  query: URLSearchParams,
  now: number,
): Promise<string | null> {
  if (query.get('hub.topic') !== push.topicUrl) return null
  const mode = query.get('hub.mode')
  const challenge = query.get('hub.challenge')
  // Where it is to end there is nothing left to take back.
  if (mode === 'denied' && push.askedMode === 'unsubscribe') {
    await removePush(database, push)
    return ''
  }
  if (mode === 'denied') {
    const said = quoted(withoutSecrets(query.get('hub.reason') ?? '', [push.secret, push.callbackId]))
    const reason: Reason =
      said === '' ? { code: 'hubDeniedSilently', values: {} } : { code: 'hubDenied', values: { said } }
    await recordPushDenial(database, push.id, reason, now + deniedForMs)
    return ''
  }
  if (mode !== push.askedMode || challenge === null) return null
  if (mode === 'unsubscribe') await removePush(database, push)
  else await recordPushLease(database, push.id, leaseOf(leaseMsOf(query.get('hub.lease_seconds')), now))
  return challenge
}

function leaseMsOf(seconds: string | null): number {
  const leaseMs = /^\d{1,12}$/.test(seconds ?? '') ? Number(seconds) * 1000 : usualLeaseMs
  return Math.min(longestLeaseMs, Math.max(shortestLeaseMs, leaseMs))
}

/**
 * Takes a delivery of a hub. `accepted` is said only of what is stored and will survive a crash; one without a good
 * signature is `ignored`, which the hub must not learn (WebSub, 8); `busy`: too many wait, the hub is to come back. One
 * beyond the limit of an hour is not read, and its source is polled instead.
 */
export async function acceptDelivery(
  database: Database,
  push: CalledPush,
  delivery: {
    readonly body: Buffer
    readonly contentType: string | null
    readonly signature: string | null
    readonly receivedAt: number
  },
): Promise<'accepted' | 'ignored' | 'busy'> {
  const { signature, ...kept } = delivery
  if (!isSignedBy(push.secret, delivery.body, signature)) {
    await countRefusedDelivery(database, push.id)
    return 'ignored'
  }
  const amount = kilobytesOfOne + Math.ceil(delivery.body.length / 1_000)
  const counted = { amount, windowMs: deliveryLimit.windowMs }
  const { count } = await countUp(database, `deliveries|${push.sourceId}`, counted, delivery.receivedAt)
  if (count > deliveryLimit.most) {
    await pollAnnounced(database, push, delivery.receivedAt)
    return 'accepted'
  }
  return (await keepDelivery(database, push, kept)) ? 'accepted' : 'busy'
}

/** Answers a cloud that asks whether we meant it; null: not ours. */
export function answerCloudChallenge(push: CalledPush, query: URLSearchParams): string | null {
  const isOurs = push.askedMode === 'subscribe' && query.get('url') === push.topicUrl
  return isOurs ? query.get('challenge') : null
}

/** A cloud says that a feed has changed: its source is polled. @returns whether it is the feed we asked about */
export async function acceptPing(
  database: Database,
  push: CalledPush,
  form: URLSearchParams,
  now: number,
): Promise<boolean> {
  if (form.get('url') !== push.topicUrl) return false
  await pollAnnounced(database, push, now)
  return true
}
