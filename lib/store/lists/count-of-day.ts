import type { Database, Transaction } from '#lib/store/connection/database.ts'
import type { NewPosting } from '#lib/store/ground/polled-posting.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

/** New postings that one source may bring in a day: the busiest feeds of agencies and preprints bring some hundreds, a hostile one would fill the disk. */
export const mostOfDay = 2_000
/** A posting counts once more for each of its 50 kB, so that a day brings some 100 MB of new ones. Hardly an article of a person has as much. */
const bytesOfOne = 50_000

/** As how many of a day a posting counts, by what it brings to be stored. */
export function shareOfDay({ html, enclosures }: Pick<NewPosting, 'html' | 'enclosures'>): number {
  const bytes = Buffer.byteLength(html) + Buffer.byteLength(JSON.stringify(enclosures))
  return 1 + Math.floor(bytes / bytesOfOne)
}

/**
 * The postings and bytes that a source brought in the last day, as `shareOfDay` counts them. Its first document is left out, as nobody had looked
 * before it. The cost grows with the postings of that day, of which only the length of a long text is read.
 */
export async function countOfDay(
  database: Database | Transaction,
  sourceId: number,
  now: number,
): Promise<number> {
  const [row] = await database.$queryRaw<{ count: number }[]>`
    SELECT coalesce(sum(1 + (octet_length(p."html") + octet_length(p."enclosures"::text)) / ${bytesOfOne}::int), 0)::int AS "count"
    FROM "posting" p
    WHERE p."sourceId" = ${sourceId}
      AND p."id" > coalesce((SELECT b."id" FROM "posting" b WHERE b."sourceId" = ${sourceId}
        AND b."foundAt" <= ${new Date(now - DAY_MS)} ORDER BY b."id" DESC LIMIT 1), 0)
      AND p."notBeforeAt" IS NOT NULL`
  return row?.count ?? 0
}
