import type { Database } from './database.ts'

/** Which of these keys of a source are stored, with the hash of their text and the time they are believed to be of. */
export async function findKnownPostings(
  database: Database,
  sourceId: number,
  keys: readonly string[],
): Promise<Map<string, { contentHash: string; credibleAt: number }>> {
  const rows = await database.posting.findMany({
    where: { sourceId, key: { in: [...keys] } },
    select: { key: true, contentHash: true, publishedAt: true, foundAt: true },
  })
  return new Map(
    rows.map(({ key, contentHash, publishedAt, foundAt }) => [
      key,
      { contentHash, credibleAt: (publishedAt ?? foundAt).getTime() },
    ]),
  )
}
