import { randomBytes } from 'node:crypto'
import { deliver, verifyIntent } from '#lib/documents/fetch/call-subscriber.ts'
import { contentTypes } from '#lib/documents/write/output-document.ts'
import { writeFeed } from '#lib/documents/write/write-feed.ts'
import { log } from '#lib/runtime/log.ts'
import { backOffMs } from '#lib/policy/back-off.ts'
import {
  claimHubSubscription,
  endHubSubscription,
  hubSecretOf,
  newestOf,
  settleHubSubscription,
  type DueSubscription,
} from '#lib/store/outputs/own-hub-subscriptions.ts'
import { findFeed, secretOfFeed, type StoredFeed } from '#lib/store/outputs/output-feeds.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'
import { hubUrl, listOutputFeed, readOutputFeed, topicUrl } from './output-feed.ts'

export type HubContext = Pick<
  AggregatorContext,
  'database' | 'clock' | 'userAgent' | 'allowedPrivateNetworks'
>

/** Between two looks for news. */
const lookEveryMs = 5_000
/** Without a new posting a feed changes by stars, labels, edits and moves: these are looked for less often. */
const lookAnywayMs = 60_000
/** A look and a call of 15 s at most. */
const leaseMs = 60_000
const firstRetryMs = 30_000
/** A callback that cannot be reached is asked so often whether it meant what was asked. */
const mostAsked = 4
/** A feed that cannot be read now: its view is not understood. */
const brokenFeedMs = 300_000
/** Subscribers that are called at the same time. */
const lanes = 4

/**
 * Our hub's work: asks callbacks whether they meant their requests, delivers what is new in the feeds, ends leases. What a
 * subscriber has is stored after it took it: a process that dies between the two delivers it again, never not at all.
 */
export async function tendHub(context: HubContext, drain?: AbortSignal): Promise<void> {
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (drain?.aborted !== true) {
        const due = await claimHubSubscription(context.database, context.clock.now(), leaseMs)
        if (due === null) return
        await tryLook(context, due, drain)
      }
    }),
  )
}

/** One that throws is looked at again after growing pauses, and stops no other. */
async function tryLook(context: HubContext, due: DueSubscription, signal?: AbortSignal): Promise<void> {
  const note = (error: unknown) => log.error('hub-failed', { hubSubscriptionId: due.id, error })
  try {
    await look(context, due, signal)
  } catch (error) {
    note(error)
    // Where not even this can be stored its lease ends.
    await settleHubSubscription(context.database, due, later(context, due)).catch(note)
  }
}

async function look(context: HubContext, due: DueSubscription, signal?: AbortSignal): Promise<void> {
  const { database, clock } = context
  const feed = await findFeed(database, { id: due.feedId })
  const secret = feed === null ? null : secretOfFeed(feed)
  const isOver = due.asked === null && (due.leaseEndsAt === null || due.leaseEndsAt.getTime() <= clock.now())
  if (isOver) return endHubSubscription(database, due)
  if (feed === null || secret === null)
    return settleHubSubscription(database, due, { nextTryAt: after(context, brokenFeedMs) })
  const call = { context, due, feed, secret, ...(signal === undefined ? {} : { signal }) }
  return due.asked === null ? lookForNews(call) : verify(call, due.asked)
}

type Call = {
  readonly context: HubContext
  readonly due: DueSubscription
  readonly feed: StoredFeed
  /** Of the feed's address. */
  readonly secret: string
  readonly signal?: AbortSignal
}

/** WebSub, 5.3. */
async function verify(
  { context, due, secret, signal }: Call,
  asked: 'subscribe' | 'unsubscribe',
): Promise<void> {
  const { database, clock } = context
  const { callbackUrl, format, askedLeaseMs, askedSecret, failures } = due
  const grantedMs = Number(askedLeaseMs ?? 0n)
  const parameters = {
    'hub.mode': asked,
    'hub.topic': topicUrl(secret, format),
    'hub.challenge': randomBytes(24).toString('base64url'),
    ...(asked === 'subscribe' ? { 'hub.lease_seconds': String(Math.round(grantedMs / 1000)) } : {}),
  }
  const said = await verifyIntent(callbackUrl, parameters, optionsOf(context, signal))
  log.debug('hub-verified', {
    hubSubscriptionId: due.id,
    asked,
    said: typeof said === 'string' ? said : said.errorKind,
  })
  const nextTryAt = new Date(clock.now())
  if (said === 'yes' && asked === 'unsubscribe') return endHubSubscription(database, due)
  if (said === 'yes') {
    const leaseEndsAt = new Date(clock.now() + grantedMs)
    const granted = { asked: null, secret: askedSecret, leaseEndsAt, failures: 0, nextTryAt } as const
    return settleHubSubscription(database, due, granted)
  }
  if (said === 'no' || failures + 1 >= mostAsked)
    return settleHubSubscription(database, due, { asked: null, failures: 0, nextTryAt })
  return settleHubSubscription(database, due, later(context, due))
}

/** At first a subscriber is sent all of the feed: between its reading it and its subscription something may have come. */
async function lookForNews({ context, due, feed, secret, signal }: Call): Promise<void> {
  const { database, clock } = context
  const { format, callbackUrl, sentTags, failures } = due
  const now = clock.now()
  const lookedId = await newestOf(database, feed.id)
  const isIdle =
    failures === 0 && lookedId === due.lookedId && now - (due.lookedAt?.getTime() ?? 0) < lookAnywayMs
  if (isIdle) return settleHubSubscription(database, due, { nextTryAt: after(context, lookEveryMs) })
  const listed = await listOutputFeed(database, feed, { secret, format, now })
  if (listed === null)
    return settleHubSubscription(database, due, { nextTryAt: after(context, brokenFeedMs) })
  const had = new Set(sentTags)
  const settle = (sentTags: readonly string[]) => {
    const looked = { lookedId, lookedAt: new Date(now), sentTags, failures: 0 }
    return settleHubSubscription(database, due, { ...looked, nextTryAt: after(context, lookEveryMs) })
  }
  const known = listed.state?.tags
  if (known?.every((tag) => had.has(tag)) === true) return settle(known)
  const { document, state } = await readOutputFeed(database, listed)
  const entries = document.entries.filter((_, place) => !had.has(state.tags[place] ?? ''))
  if (entries.length === 0) return settle(state.tags)
  const delivery = {
    body: writeFeed({ ...document, entries }, format),
    contentType: contentTypes[format],
    topicUrl: document.selfUrl,
    hubUrl: hubUrl(),
    secret: hubSecretOf(due),
  }
  const taken = await deliver(callbackUrl, delivery, optionsOf(context, signal))
  if (taken.kind === 'answered' && taken.httpStatus === 410) return endHubSubscription(database, due)
  if (taken.kind === 'answered' && taken.httpStatus >= 200 && taken.httpStatus < 300)
    return settle(state.tags)
  log.info('hub-not-delivered', { hubSubscriptionId: due.id, failures: failures + 1, said: saidBy(taken) })
  return settleHubSubscription(database, due, later(context, due))
}

function saidBy(taken: Awaited<ReturnType<typeof deliver>>): string | number {
  return taken.kind === 'answered' ? taken.httpStatus : taken.errorKind
}

function later(context: HubContext, { id, failures }: DueSubscription) {
  return { failures: failures + 1, nextTryAt: after(context, backOffMs(id, firstRetryMs, failures + 1)) }
}

function after({ clock }: HubContext, ms: number): Date {
  return new Date(clock.now() + ms)
}

function optionsOf({ userAgent, allowedPrivateNetworks }: HubContext, signal?: AbortSignal) {
  return { userAgent, allowedPrivateNetworks, ...(signal === undefined ? {} : { signal }) }
}
