import type { Database } from '#lib/store/connection/database.ts'

/** About the longest that a feed may bring. */
export const longOctets = 5_000_000

/** Makes postings as long as books. */
export async function lengthen(database: Database, ids: readonly bigint[]): Promise<void> {
  await database.$executeRaw`
    UPDATE "posting" SET "html" = repeat('word ', ${longOctets / 5}::int) WHERE "id" = ANY(${[...ids]}::bigint[])`
}
