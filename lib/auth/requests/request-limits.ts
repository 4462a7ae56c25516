import { tellWithAnswer } from '#lib/api/http/answer-headers.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { noteRefused } from '#lib/runtime/known-visits.ts'
import { oncePerProcess } from '#lib/runtime/once-per-process.ts'
import { takeRequests } from '#lib/store/accounts/request-allowances.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import type { TokenAccess } from '#lib/auth/identity/tokens.ts'

const windowMs = 60_000
/**
 * Twenty a second is more than a program needs that asks for what it shows; what all programs of an account ask is bounded, too
 * (tokens and reader apps). A browser asks more: with j held down a key comes 30 times a second, and each opens and marks a posting.
 * Apart from programs: whose program runs wild still gets at the settings, to end its token.
 */
export const mostRequests = { token: 1200, account: 2400, session: 6000 } as const
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
  taking: Promise<void> | null
}

type Take = (key: string, share: { readonly windowAt: number; readonly size: number }) => Promise<number>
type Spent = { readonly isAllowed: boolean; readonly remaining: number }

/**
 * Counts requests in windows of a minute. Each process takes a twentieth of a limit at a time, so that counting costs one write
 * in that many requests, and never lets through more than the limit, however many processes there are; what a process took and
 * does not use is lost to the others until the window ends. `unwritten`: so much each lets through before it takes its first
 * share, which that is part of: the limit may be passed by that much for each further process.
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
    const made: Allowance = { windowAt, taken: unwritten, left: unwritten, owed: unwritten, taking: null }
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
    { cost = 1, unwritten = 0 }: { readonly cost?: number; readonly unwritten?: number } = {},
  ): Promise<Spent> {
    const allowance = allowanceOf(key, unwritten, now)
    while (allowance.left < cost && allowance.taken < most) {
      allowance.taking ??= takeMore(key, most, allowance).finally(() => (allowance.taking = null))
      await allowance.taking
    }
    const isAllowed = allowance.left >= cost
    if (isAllowed) allowance.left -= cost
    return { isAllowed, remaining: most - allowance.taken + allowance.left }
  }
}

const limits = oncePerProcess(() =>
  createRequestLimits((key, share) => takeRequests(serverDatabase(), key, share)),
)

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
  const [token, account] = await Promise.all([
    limits()(`requests of token ${tokenId}`, mostRequests.token, now, { cost }),
    spendOfPrograms(subscriber.id, now, cost),
  ])
  const policy = (name: 'token' | 'account') => `"${name}";q=${mostRequests[name]};w=${windowMs / 1000}`
  const left = (name: string, { remaining }: Spent) => `"${name}";r=${remaining};t=${endsInS}`
  tellWithAnswer(request, {
    'ratelimit-policy': `${policy('token')}, ${policy('account')}`,
    ratelimit: `${left('token', token)}, ${left('account', account)}`,
  })
  if (!token.isAllowed || !account.isAllowed) throw tooMany(endsInS)
}

/** Counts a request of a reader app, as many as it costs. @throws ApiError too_many_requests */
export async function countAppRequest(subscriberId: string, cost = 1): Promise<void> {
  const now = Date.now()
  if (!(await spendOfPrograms(subscriberId, now, cost)).isAllowed) throw tooMany(endOf(now))
}

/** Counts a request of a browser that is signed in, as many as it costs. @throws ApiError too_many_requests */
export async function countSessionRequest(subscriberId: string, cost = 1): Promise<void> {
  const now = Date.now()
  const key = `requests of sessions of ${subscriberId}`
  const { isAllowed } = await limits()(key, mostRequests.session, now, { cost, unwritten })
  if (!isAllowed) throw tooMany(endOf(now))
}

const spendOfPrograms = (subscriberId: string, now: number, cost: number) =>
  limits()(`requests of ${subscriberId}`, mostRequests.account, now, { cost })

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
