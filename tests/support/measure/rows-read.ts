import type { Transaction } from '#lib/store/connection/database.ts'

/** The number of rows of postings that `act` reads, besides its result. */
export async function countRowsRead<T>(
  transaction: Transaction,
  act: () => Promise<T>,
): Promise<{ readonly result: T; readonly rows: number }> {
  const sum = async () => {
    const [row] = await transaction.$queryRaw<{ rows: number }[]>`
      SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS "rows"
      FROM pg_stat_xact_user_tables WHERE relname ~ '^posting_from_'`
    return row?.rows ?? NaN
  }
  // The view also has what this connection did before and was not written down yet.
  const before = await sum()
  const result = await act()
  return { result, rows: (await sum()) - before }
}
