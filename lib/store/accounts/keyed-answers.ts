import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { authSecret } from '#lib/store/outputs/output-feeds.ts'
import { seal, unseal } from '#lib/store/connection/sealed-secrets.ts'

/** A request that its sender may make again, as no answer came: one act, whichever of them it is done by. */
type KeyedRequest = {
  readonly subscriberId: string
  readonly key: string
  /** Tells this request from another one with the same key. */
  readonly asked: string
}

type KeptAnswer = { readonly status: number; readonly body: unknown }

/** The time for which an answer is kept, in hours, and how many of an account: a program that asks without end must not fill the disk. */
const keptHours = 24
const mostKept = 1_000
const purpose = 'keyed answer'

/**
 * Does an act and keeps its answer in the transaction of the act: killed at any point, both are there or neither is. Whoever asks
 * again with the key gets the answer without the act. What the act throws is not kept. `act` is given a database that is the
 * transaction: its own transactions are parts of it.
 * @returns 'running': the first with this key is under way; 'other': the key is another request's
 */
export async function answerOnce(
  database: Database,
  { subscriberId, key, asked }: KeyedRequest,
  act: (database: Database) => Promise<KeptAnswer>,
): Promise<KeptAnswer | 'running' | 'other'> {
  return database.$transaction(async (transaction) => {
    const [lock] = await transaction.$queryRaw<{ isMine: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(hashtextextended(${`skylark key ${subscriberId} ${key}`}, 0)) AS "isMine"`
    if (lock?.isMine !== true) return 'running'
    const known = await transaction.keyedAnswer.findUnique({
      where: { subscriberId_key: { subscriberId, key } },
    })
    if (known !== null) {
      const body = known.asked === asked ? unseal(known.answer, authSecret(), purpose) : null
      return body === null ? 'other' : { status: known.status, body: JSON.parse(body) as unknown }
    }
    const { status, body } = await act(transaction as Database)
    const answer = seal(JSON.stringify(body), authSecret(), purpose)
    await transaction.keyedAnswer.create({ data: { subscriberId, key, asked, status, answer } })
    await removeBeyondMost(transaction, subscriberId)
    return { status, body }
  })
}

/** Only the newest of an account are kept; where two acts end at once, one of them leaves that to the other. */
async function removeBeyondMost(transaction: Transaction, subscriberId: string): Promise<void> {
  await transaction.$executeRaw`
    DELETE FROM "keyed_answer" WHERE "subscriberId" = ${subscriberId} AND "key" IN (
      SELECT "key" FROM "keyed_answer" WHERE "subscriberId" = ${subscriberId} AND "answeredAt" < (
        SELECT "answeredAt" FROM "keyed_answer" WHERE "subscriberId" = ${subscriberId}
        ORDER BY "answeredAt" DESC OFFSET ${mostKept - 1}::int LIMIT 1)
      FOR UPDATE SKIP LOCKED)`
}

/** Forgets answers that nobody asks for any more. @returns how many */
export async function removeOldAnswers(database: Database): Promise<number> {
  return database.$executeRaw`
    DELETE FROM "keyed_answer" WHERE "answeredAt" < now() - make_interval(hours => ${keptHours}::int)`
}
