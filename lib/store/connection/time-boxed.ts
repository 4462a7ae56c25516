import type { Transaction } from './database.ts'
import { Prisma } from '#lib/store/generated/client.ts'

class OutOfTimeError extends Error {}

/**
 * Reads something in a transaction, for `patienceMs` in all as far as it calls `limit` before what may take long; beyond that,
 * the transaction goes on as if it had not begun.
 * @returns null: it took too long
 */
export async function within<Result>(
  transaction: Transaction,
  patienceMs: number,
  work: (limit: () => Promise<void>) => Promise<Result>,
): Promise<Result | null> {
  const endAt = performance.now() + patienceMs
  const limit = async () => {
    const left = Math.ceil(endAt - performance.now())
    if (left <= 0) throw new OutOfTimeError()
    await transaction.$executeRaw`SET LOCAL statement_timeout = ${Prisma.raw(String(left))}`
  }
  await transaction.$executeRaw`SAVEPOINT patient`
  try {
    const result = await work(limit)
    await transaction.$executeRaw`SET LOCAL statement_timeout = DEFAULT`
    return result
  } catch (error) {
    if (!isOutOfTime(error)) throw error
    await transaction.$executeRaw`ROLLBACK TO SAVEPOINT patient` // with it goes the limit
    return null
  }
}

/** 57014: query_canceled. */
function isOutOfTime(error: unknown): boolean {
  return (
    error instanceof OutOfTimeError || (error instanceof Error && error.message.includes('Code: `57014`'))
  )
}
