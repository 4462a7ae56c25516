import { oncePerProcess } from '#lib/runtime/once-per-process.ts'
import { endWithAnswer } from '#lib/api/http/answer-end.ts'
import { becomeDear } from '#lib/api/http/dear-work.ts'
import { requireStill } from '#lib/api/http/body-room.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import { createGate, type Gate } from '#lib/documents/door/gate.ts'

/** Of one account, by all its sessions and tokens: each may hold a connection to the database for seconds. */
const atOnce = 3
/** A window asks for a search, its count and those of views together, and an account may have several open. */
const mostWaiting = 12
/** Several readers may ask for all output feeds of an account on the same minute: one request for each of 100 feeds waits. */
const mostWaitingForFeeds = 100
const retryAfterMs = 5_000

type Account = { readonly gate: Gate; requests: number }
const accounts = oncePerProcess(() => new Map<string, Account>())
/** Requests that have their turn, or wait for it. */
const turns = new WeakSet<Request>()

/**
 * Waits until a dear request is one of few of its account, which it is until its answer is sent. Its work has connections to the database apart
 * from those of light reading (`server-database.ts`).
 * @throws ApiError too_many_requests where too many wait; not_signed_in where the credential ended meanwhile
 */
export function waitForTurn(request: Request, subscriberId: string): Promise<void> {
  return waitInLine(request, subscriberId, mostWaiting)
}

/** Changed at once it takes a moment; ten thousand take seconds. */
const many = 100

/** As `waitForTurn`, for a change of so many things at once, where they are many. */
export async function waitForTurnOf(request: Request, subscriberId: string, count: number): Promise<void> {
  if (count > many) await waitForTurn(request, subscriberId)
}

/**
 * As `waitForTurn`, for a request for an output feed of that account. Its line is apart: whoever knows the address may stand in it, and
 * the owner's own dear requests must not wait for them. @throws ApiError too_many_requests where too many wait
 */
export function waitForFeedTurn(request: Request, subscriberId: string): Promise<void> {
  return waitInLine(request, `output feeds of ${subscriberId}`, mostWaitingForFeeds)
}

async function waitInLine(request: Request, who: string, mostWaiting: number): Promise<void> {
  const turn = Promise.withResolvers<void>()
  if (turns.has(request) || !endWithAnswer(request, () => turn.resolve())) return
  turns.add(request)
  becomeDear()
  const account = accounts().get(who) ?? { gate: createGate(atOnce, mostWaiting), requests: 0 }
  accounts().set(who, account)
  account.requests += 1
  const entered = await new Promise<boolean>((resolve) => {
    const held = account.gate.pass(() => {
      resolve(true)
      return turn.promise
    })
    void held.then((passed) => {
      resolve(passed !== null)
      account.requests -= 1
      if (account.requests === 0) accounts().delete(who)
    })
  })
  if (!entered) throw new ApiError('too_many_requests', 'manyAtOnce', { retryAfterMs })
  await requireStill(request)
}
