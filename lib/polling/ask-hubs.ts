import { hostOf } from '#lib/documents/door/normalise-url.ts'
import { postForm } from '#lib/documents/fetch/post-form.ts'
import { withoutSecrets } from '#lib/documents/fetch/without-secrets.ts'
import { log } from '#lib/runtime/log.ts'
import { backOffMs } from '#lib/policy/back-off.ts'
import type { Reason } from '#lib/policy/basics/reason.ts'
import { removePush } from '#lib/store/websub/websub-callbacks.ts'
import {
  claimPushRequest,
  endLapsedLeases,
  forgetFallenHubs,
  forgetPush,
  listFallenHubs,
  postponePushRequest,
  recordPushFailure,
  recordPushLease,
  type PushRequest,
} from '#lib/store/websub/websub-requests.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'
import { fetchReason, optOutReason, quoted } from './failure-reason.ts'
import { replanSources } from '#lib/planning/plan-all.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'
import { hopWaitMs, visitInTurns, type VisitInTurns } from './visit-in-turns.ts'

/** Hubs verify within seconds, some within minutes; after this they are asked again, then twice as late each time. */
const firstRetryMs = 5 * MINUTE_MS
/** The lease that is asked for; the hub decides. Ten days is the longest that the largest hub gives. */
const wantedLeaseMs = 10 * DAY_MS
/** rssCloud's registrations end after 25 hours. */
const cloudLeaseMs = 25 * HOUR_MS

/** Hubs asked at the same time, so that one that does not answer does not hold up the others. */
const lanes = 4

/**
 * Frees sources from hubs that deliver no more, so that they are polled as if there was none; then asks hubs for what is
 * due: to deliver, to renew the lease, to stop. Asks nobody without a public address. When `signal` aborts, what is under
 * way is given up and asked again later.
 */
export async function askHubs(context: AggregatorContext, signal?: AbortSignal): Promise<void> {
  // Hubs that deliver are asked all the same: their leases would end.
  await freeFromFallenHubs(context).catch((error: unknown) => log.error('hubs-not-freed', { error }))
  if (context.callbackUrl === null) return
  const retryAt = (sourceId: number, attempts: number) =>
    context.clock.now() + backOffMs(sourceId, firstRetryMs, attempts)
  const turns = new Map<string, number>()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (signal?.aborted !== true) {
        const request = await claimPushRequest(context.database, context.clock.now(), retryAt)
        if (request === null) return
        // A request that throws was put off when it was taken on, and stops no other one.
        await askInTurn(context, request, turns, signal).catch((error: unknown) =>
          log.error('hub-not-asked', { sourceId: request.sourceId, error }),
        )
      }
    }),
  )
}

/**
 * Asks a hub under the limits of its host, as polls do. What has to wait is given a turn of its own, each a pause after
 * the one before, so that thousands of sources at one hub are not looked at again each time.
 */
async function askInTurn(
  context: AggregatorContext,
  request: PushRequest,
  turns: Map<string, number>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { database, hostSpacingMs } = context
  if (!URL.canParse(request.hubUrl)) return void (await removePush(database, request)) // no hub, so none has agreed
  const name = hostOf(request.hubUrl)
  const visit = visitInTurns(context, { signal })
  const obstacle = await visit.goTo(name, 0)
  if (obstacle?.kind === 'opted-out') return recordPushFailure(database, request.id, optOutReason(obstacle))
  if (obstacle?.kind === 'wait') {
    const turnAt = Math.max(obstacle.until, (turns.get(name) ?? 0) + hostSpacingMs)
    turns.set(name, turnAt)
    return postponePushRequest(database, request.id, turnAt)
  }
  try {
    await askHub(context, request, visit, signal)
  } finally {
    await visit.end()
  }
}

async function askHub(
  context: AggregatorContext,
  request: PushRequest,
  visit: VisitInTurns,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (request.mode === 'unsubscribe' && (await hasNothingToEnd(context, request))) return
  const callback = `${context.callbackUrl ?? ''}/api/push/${request.protocol}/${request.callbackId}`
  const fields = request.protocol === 'websub' ? websubForm(request, callback) : cloudForm(request, callback)
  const { database, clock, userAgent, allowedPrivateNetworks } = context
  const mayFollow = (url: string) => visit.goTo(hostOf(url), hopWaitMs)
  const answer = await postForm(request.hubUrl, fields, {
    userAgent,
    allowedPrivateNetworks,
    now: clock.now,
    mayFollow,
    signal,
  })
  const { id, sourceId, mode, protocol } = request
  const refusal = refusalOf(answer, request)
  log[refusal === null ? 'debug' : 'info']('hub-asked', { sourceId, mode, refusal })
  if (answer.kind === 'answered') {
    const { retryAt: until, httpStatus } = answer
    await visit.end({ until, httpStatus, kind: [429, 503].includes(httpStatus) ? 'complained' : 'answered' })
  }
  if (refusal !== null) await recordPushFailure(database, id, refusal, notBefore(answer))
  else if (protocol === 'rsscloud') await recordPushLease(database, id, leaseOf(cloudLeaseMs, clock.now()))
}

type HubAnswer = Awaited<ReturnType<typeof postForm>>

/** The end of the pause that was asked for, by the hub or where it sends; undefined: none was. */
function notBefore(answer: HubAnswer): number | undefined {
  if (answer.kind === 'wait') return answer.until
  return answer.kind === 'answered' ? (answer.retryAt ?? undefined) : undefined
}

/** rssCloud knows no way to end a registration but to let it run out. */
async function hasNothingToEnd(context: AggregatorContext, request: PushRequest): Promise<boolean> {
  if (request.protocol === 'websub') return forgetPush(context.database, request, context.clock.now())
  await removePush(context.database, request)
  return true
}

function websubForm(request: PushRequest, callback: string): Record<string, string> {
  const fields = { 'hub.mode': request.mode, 'hub.topic': request.topicUrl, 'hub.callback': callback }
  if (request.mode === 'unsubscribe') return fields
  return { ...fields, 'hub.lease_seconds': String(wantedLeaseMs / 1000), 'hub.secret': request.secret }
}

/** https://www.rssboard.org/rsscloud-interface: the cloud puts the address together from its parts. */
function cloudForm(request: PushRequest, callback: string): Record<string, string> {
  const { protocol, port, hostname, pathname } = new URL(callback)
  const isSecure = protocol === 'https:'
  const ownPort = isSecure ? '443' : '80'
  return {
    notifyProcedure: '',
    registerProcedure: '',
    domain: hostname,
    port: port === '' ? ownPort : port,
    path: pathname,
    protocol: isSecure ? 'https-post' : 'http-post',
    url1: request.topicUrl,
  }
}

/** Why an answer is no consent; null: the hub took the request. */
function refusalOf(answer: HubAnswer, { secret, callbackId }: PushRequest): Reason | null {
  if (answer.kind === 'wait') return { code: 'hubRedirectsElsewhere', values: {} }
  if (answer.kind === 'opted-out') return optOutReason(answer)
  if (answer.kind === 'failed') return fetchReason(answer)
  const { httpStatus, text } = answer
  const said = quoted(withoutSecrets(text, [secret, callbackId]).replace(/<[^<>]*>/g, ' '))
  if (httpStatus < 200 || httpStatus >= 300)
    return { code: 'hubBadStatus', values: { status: httpStatus, said } }
  return /success\s*=\s*["']false/i.test(text) || /"success"\s*:\s*false/i.test(text)
    ? { code: 'cloudRefused', values: { said } }
    : null
}

/** A lease from now on, with its renewal at half of it: days are left to a hub that does not answer at first. */
export function leaseOf(leaseMs: number, now: number) {
  return { now, leaseEndsAt: now + leaseMs, renewAt: now + leaseMs / 2 }
}

/** Plans them first and forgets their hub last: a process that dies between the two does it again. */
async function freeFromFallenHubs(context: AggregatorContext): Promise<void> {
  await endLapsedLeases(context.database, context.clock.now())
  const sourceIds = await listFallenHubs(context.database)
  if (sourceIds.length === 0) return
  await replanSources(context, sourceIds)
  await forgetFallenHubs(context.database, sourceIds)
  log.info('hubs-fallen', { sources: sourceIds.length })
}
