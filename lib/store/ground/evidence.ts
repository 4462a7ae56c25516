/** From what on it is told what was learnt of a source: before that it would mostly be what other sources do. */
import type { Database } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

/** So many of its latest postings are looked at, and so many of them must have a time that says when they came. */
const looked = 20
const needed = 5
/** The hours of its week are told after two of them. */
const learnsForMs = 14 * DAY_MS

/** Whether a rate of source `s` can be told: five of its latest postings have a date, or were found when they were new. */
export const isRateKnown = Prisma.sql`((SELECT count(*) FROM (
  SELECT d."publishedAt", d."isInitial" FROM "posting" d WHERE d."sourceId" = s."id"
  ORDER BY d."shownAt" DESC, d."id" DESC LIMIT ${looked}) latest
  WHERE latest."publishedAt" IS NOT NULL OR NOT latest."isInitial") >= ${needed})`

/** Until when it is still being learnt when a source posts; null: it was read for long enough. */
export function learnsUntil(firstPolledAt: Date | null, now: number): Date | null {
  const until = (firstPolledAt?.getTime() ?? now) + learnsForMs
  return until > now ? new Date(until) : null
}

/** Postings a day of a source; null where that cannot be told yet. */
export async function findRate(database: Database, id: number): Promise<number | null> {
  const [row] = await database.$queryRaw<{ ratePerDay: number }[]>`
    SELECT p."ratePerDay" FROM "source" s JOIN "plan" p ON p."id" = s."planId" WHERE s."id" = ${id} AND ${isRateKnown}`
  return row?.ratePerDay ?? null
}
