import { endWithAnswer } from '#lib/api/http/answer-end.ts'
import { addAnswerHeaders } from '#lib/api/http/answer-headers.ts'
import { becomeDear, letLightGoFirst } from '#lib/api/http/dear-work.ts'
import { bodySizeOf } from '#lib/api/http/body-room.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { noteHurry, noteRefused } from '#lib/runtime/known-visits.ts'
import { oncePerProcess } from '#lib/runtime/once-per-process.ts'
import { takeRequests } from '#lib/store/accounts/request-allowances.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { costOfBytes } from './request-cost.ts'
import type { TokenAccess } from '#lib/auth/identity/tokens.ts'

const windowMs = 60_000
/**
 * Twenty a second is more than a program needs that asks for what it shows; what all programs of an account ask is bounded, too
 * (tokens and reader apps). A browser asks more: with j held down a key comes 30 times a second, and each opens and marks a posting.
 * Apart from programs: whose program runs wild still gets at the settings, to end its token.
 */
export const mostRequests = { token: 1200, account: 2400, session: 6000, feeds: 2400 } as const
/** One answer counts as half of a minute of a token at most: a long export must not shut its reader out. */
const mostOfAnswer = mostRequests.token / 2
/** So much of a minute a process lets through before it asks the database: a reader's few requests cost it nothing. */
const unwritten = 120

/** The requests of a window that a process may still let through without asking the database. */
type Allowance = {
  readonly windowAt: number
  /** Taken by all processes when this one took last. */
  taken: number
  left: number
  /** Let through before anything was taken. */
  owed: number
  /** Of it what was owed for answers that were made. */
  made: number
  taking: Promise<void> | null
}

type Take = (key: string, share: { readonly windowAt: number; readonly size: number }) => Promise<number>
type Spent = { readonly isAllowed: boolean; readonly remaining: number; readonly made: number }

/**
 * Counts requests in windows of a minute. Each process takes a twentieth of a limit at a time, so that counting costs one write
 * in that many requests, and never lets through more than the limit, however many processes there are; what a process took and
 * does not use is lost to the others until the window ends. `unwritten`: so much each lets through before it takes its first
 * share, which that is part of: the limit may be passed by that much for each further process. `isMade`: it cannot be refused any more, and is owed where too
 * little is left.
 */
export function createRequestLimits(take: Take) {
  const allowances = new Map<string, Allowance>()
  let windowAt = 0

  function allowanceOf(key: string, unwritten: number, now: number): Allowance {
    const current = now - (now % windowMs)
    if (current !== windowAt) allowances.clear() // nobody asks for those that ended
    windowAt = current
    const known = allowances.get(key)
    if (known !== undefined) return known
    const made: Allowance = {
      windowAt,
      taken: unwritten,
      left: unwritten,
      owed: unwritten,
      made: 0,
      taking: null,
    }
    allowances.set(key, made)
    return made
  }

  async function takeMore(key: string, most: number, allowance: Allowance): Promise<void> {
    const { windowAt, owed } = allowance
    const size = Math.ceil(most / 20) + owed
    const taken = await take(key, { windowAt, size })
    allowance.owed = 0
    allowance.left += Math.max(0, Math.min(size, most - (taken - size)) - owed)
    allowance.taken = Math.min(taken, most)
  }

  return async function spend(
    key: string,
    most: number,
    now: number,
    {
      cost = 1,
      unwritten = 0,
      isMade = false,
    }: { readonly cost?: number; readonly unwritten?: number; readonly isMade?: boolean } = {},
  ): Promise<Spent> {
    const allowance = allowanceOf(key, unwritten, now)
    while (!isMade && allowance.left < cost && allowance.taken < most) {
      allowance.taking ??= takeMore(key, most, allowance).finally(() => (allowance.taking = null))
      await allowance.taking
    }
    const isAllowed = allowance.left >= cost
    if (isAllowed || isMade) allowance.left -= cost
    if (isMade) allowance.made += cost
    const remaining = Math.max(0, most - allowance.taken + allowance.left)
    return { isAllowed, remaining, made: allowance.made }
  }
}

const limits = oncePerProcess(() =>
  createRequestLimits((key, share) => takeRequests(serverDatabase(), key, share)),
)

type Limit = { readonly key: string; readonly most: number; readonly unwritten?: number }

/**
 * Of long answers in a minute: whose cost more lets the light requests of others go first from then on. Nobody reads 10 MB a minute; who reads
 * 5,000 sources is sent a list of them of some MB.
 */
const mostAtOnce = 100

/**
 * Counts a request, as many as it costs. Its answer and its body, which the same thread reads, count by their bytes (`costOfBytes`), less what a
 * dear request has paid already. The limits of requests alone let six clients take 1.5 MB each without an end, and others waited a second.
 */
async function spend(
  limited: readonly Limit[],
  cost: number,
  now: number,
  request: Request | undefined,
): Promise<readonly Spent[]> {
  const spent = await Promise.all(
    limited.map(({ key, most, unwritten = 0 }) => limits()(key, most, now, { cost, unwritten })),
  )
  if (request !== undefined)
    endWithAnswer(request, (bytes) => {
      void takeMade(limited, Math.max(0, costOfBytes(bytes + bodySizeOf(request)) - (cost - 1)))
    })
  if (spent.some(({ made }) => made > mostAtOnce)) {
    noteHurry()
    becomeDear()
    await letLightGoFirst()
  }
  return spent
}

/** Takes for what was made already, and is not refused any more. */
async function takeMade(limited: readonly Limit[], cost: number): Promise<void> {
  await Promise.all(
    limited.map(({ key, most, unwritten = 0 }) =>
      limits()(key, most, Date.now(), { cost: Math.min(cost, mostOfAnswer), unwritten, isMade: true }),
    ),
  )
}

/**
 * Counts a request of a token, as many as it costs, and says with its answer what is left (draft-ietf-httpapi-ratelimit-headers: unlike the X-RateLimit-*
 * of many services it has a place for two limits, and one meaning). @throws ApiError too_many_requests
 */
export async function countRequest(
  request: Request,
  { tokenId, subscriber }: TokenAccess,
  cost: number,
): Promise<void> {
  const now = Date.now()
  const endsInS = endOf(now)
  const ofToken = { key: `requests of token ${tokenId}`, most: mostRequests.token }
  const spent = await spend([ofToken, ofPrograms(subscriber.id)], cost, now, request)
  const names = ['token', 'account'] as const
  const policies = names.map((name) => `"${name}";q=${mostRequests[name]};w=${windowMs / 1000}`)
  const left = names.map((name, at) => `"${name}";r=${spent[at]?.remaining ?? 0};t=${endsInS}`)
  addAnswerHeaders(request, { 'ratelimit-policy': policies.join(', '), ratelimit: left.join(', ') })
  refuseBeyond(spent, now)
}

/**
 * Counts a request of a reader app, as many as it costs; without `request` it is one more step of a request that was counted.
 * @throws ApiError too_many_requests
 */
export async function countAppRequest(subscriberId: string, cost: number, request?: Request): Promise<void> {
  const now = Date.now()
  refuseBeyond(await spend([ofPrograms(subscriberId)], cost, now, request), now)
}

/**
 * Counts a request of a browser that is signed in, as many as it costs; without `request` its answer counts by that alone.
 * @throws ApiError too_many_requests
 */
export async function countSessionRequest(subscriberId: string, cost = 1, request?: Request): Promise<void> {
  const now = Date.now()
  const ofSessions = { key: `requests of sessions of ${subscriberId}`, most: mostRequests.session, unwritten }
  refuseBeyond(await spend([ofSessions], cost, now, request), now)
}

/**
 * Counts a request for an output feed for the account that owns the feed, as many as it costs; without `request` its answer counts by
 * `countFeedTexts`. Apart from programs: whoever knows the address could shut the owner's apps out. @throws ApiError too_many_requests
 */
export async function countFeedRequest(subscriberId: string, cost: number, request?: Request): Promise<void> {
  const now = Date.now()
  refuseBeyond(await spend([ofFeeds(subscriberId)], cost, now, request), now)
}

/** Counts the texts that an output feed was made of, as they were read also for an answer that sends none of them (304, HEAD). */
export async function countFeedTexts(subscriberId: string, bytes: number): Promise<void> {
  await takeMade([ofFeeds(subscriberId)], costOfBytes(bytes))
}

const ofFeeds = (subscriberId: string): Limit => ({
  key: `requests of output feeds of ${subscriberId}`,
  most: mostRequests.feeds,
})

const ofPrograms = (subscriberId: string): Limit => ({
  key: `requests of ${subscriberId}`,
  most: mostRequests.account,
})

/** @throws ApiError too_many_requests */
function refuseBeyond(spent: readonly Spent[], now: number): void {
  if (spent.some(({ isAllowed }) => !isAllowed)) throw tooMany(endOf(now))
}

function endOf(now: number): number {
  return Math.ceil((windowMs - (now % windowMs)) / 1000)
}

function tooMany(seconds: number): ApiError {
  noteRefused()
  return new ApiError('too_many_requests', 'rateLimited', {
    values: { seconds },
    retryAfterMs: seconds * 1000,
  })
}
