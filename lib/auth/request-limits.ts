import { tellWithAnswer } from '#lib/api/answer-headers.ts'
import { ApiError } from '#lib/api/errors.ts'
import { takeRequests } from '#lib/store/request-shares.ts'
import { serverDatabase } from '#lib/store/server-database.ts'
import type { TokenAccess } from './tokens.ts'

const windowMs = 60_000
/** Twenty a second is more than a program needs that asks for what it shows; what many tokens ask is bounded, too. */
export const mostRequests = { token: 1200, account: 2400 } as const

/** What a process may still let through of a window, without asking the database. */
type Allowance = {
  readonly windowAt: number
  /** Taken by all processes when this one took last. */
  taken: number
  left: number
  taking: Promise<void> | null
}

type Take = (key: string, share: { readonly windowAt: number; readonly size: number }) => Promise<number>
type Spent = { readonly isAllowed: boolean; readonly remaining: number }

/**
 * Counts requests in windows of a minute. Each process takes a twentieth of a limit at a time, so that counting costs one write
 * in that many requests, and never lets through more than the limit, however many processes there are; what a process took and
 * does not use is lost to the others until the window ends.
 */
export function createRequestLimits(take: Take) {
  const allowances = new Map<string, Allowance>()
  let windowAt = 0

  function allowanceOf(key: string, now: number): Allowance {
    const current = now - (now % windowMs)
    if (current !== windowAt) allowances.clear() // nobody asks for those that ended
    windowAt = current
    const known = allowances.get(key)
    if (known !== undefined) return known
    const made: Allowance = { windowAt, taken: 0, left: 0, taking: null }
    allowances.set(key, made)
    return made
  }

  async function takeMore(key: string, most: number, allowance: Allowance): Promise<void> {
    const size = Math.ceil(most / 20)
    const taken = await take(key, { windowAt: allowance.windowAt, size })
    allowance.left += Math.max(0, Math.min(size, most - (taken - size)))
    allowance.taken = Math.min(taken, most)
  }

  return async function spend(key: string, most: number, now: number): Promise<Spent> {
    const allowance = allowanceOf(key, now)
    while (allowance.left === 0 && allowance.taken < most) {
      allowance.taking ??= takeMore(key, most, allowance).finally(() => (allowance.taking = null))
      await allowance.taking
    }
    const isAllowed = allowance.left > 0
    if (isAllowed) allowance.left -= 1
    return { isAllowed, remaining: most - allowance.taken + allowance.left }
  }
}

const spend = createRequestLimits((key, share) => takeRequests(serverDatabase(), key, share))

/**
 * Counts a request of a token, and says with its answer what is left (draft-ietf-httpapi-ratelimit-headers: unlike the X-RateLimit-*
 * of many services it has a place for two limits, and one meaning). @throws ApiError too_many_requests
 */
export async function countRequest(request: Request, { tokenId, subscriber }: TokenAccess): Promise<void> {
  const now = Date.now()
  const endsInS = Math.ceil((windowMs - (now % windowMs)) / 1000)
  const [token, account] = await Promise.all([
    spend(`requests of token ${tokenId}`, mostRequests.token, now),
    spend(`requests of ${subscriber.id}`, mostRequests.account, now),
  ])
  const policy = (name: 'token' | 'account') => `"${name}";q=${mostRequests[name]};w=${windowMs / 1000}`
  const left = (name: string, { remaining }: Spent) => `"${name}";r=${remaining};t=${endsInS}`
  tellWithAnswer(request, {
    'ratelimit-policy': `${policy('token')}, ${policy('account')}`,
    ratelimit: `${left('token', token)}, ${left('account', account)}`,
  })
  if (token.isAllowed && account.isAllowed) return
  tellWithAnswer(request, { 'retry-after': `${endsInS}` })
  throw new ApiError('too_many_requests', 'rateLimited', { values: { seconds: endsInS } })
}
