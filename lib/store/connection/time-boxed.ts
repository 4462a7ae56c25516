import { wasUndone, whyUnavailable } from '#lib/api/http/why-unavailable.ts'
import type { Transaction } from './database.ts'
import { Prisma } from '#lib/store/generated/client.ts'

/** The outcome of a reading, or why there is none. */
type Tried<Result> = { readonly result: Result } | { readonly error: unknown }

/**
 * Reads something in a transaction, for `patienceMs` in all as far as it calls `limit` before what may take long. Where it takes longer, or
 * fails, the transaction goes on as if it had not begun. What was undone for another's sake is no fault of the reading: it is read once more.
 * @throws where the database is gone or busy, which is the fault of no reading, either, and where the transaction cannot go on
 */
export async function within<Result>(
  transaction: Transaction,
  patienceMs: number,
  work: (limit: () => Promise<void>) => Promise<Result>,
): Promise<Tried<Result>> {
  const endAt = performance.now() + patienceMs
  const limit = async () => {
    const left = Math.ceil(endAt - performance.now())
    if (left <= 0) throw new Error('It took too long.')
    await transaction.$executeRaw`SET LOCAL statement_timeout = ${Prisma.raw(String(left))}`
  }
  await transaction.$executeRaw`SAVEPOINT patient`
  for (let isAgain = false; ; isAgain = true) {
    try {
      const result = await work(limit)
      await transaction.$executeRaw`SET LOCAL statement_timeout = DEFAULT`
      return { result }
    } catch (error) {
      if (!wasUndone(error) && whyUnavailable(error) !== null) throw error
      await transaction.$executeRaw`ROLLBACK TO SAVEPOINT patient` // with it goes the limit
      if (isAgain || !wasUndone(error)) return { error }
    }
  }
}
