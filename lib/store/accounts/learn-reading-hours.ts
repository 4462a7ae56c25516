import { learnedPresence } from '#lib/policy/learning/presence.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { eachAlone } from '#lib/store/connection/each-alone.ts'
import { localHoursOfWeek, localHourIn } from '#lib/store/hours/local-hours.ts'
import { HOUR_MS, WEEK_MS } from '#lib/policy/basics/time.ts'

const quarterMs = 900_000
/** Older reading may be another habit. */
const learnedFromMs = 8 * WEEK_MS
/** Plannings may be made many times a day. */
const learnedAnewMs = 20 * HOUR_MS

/** Learns anew the hours of all who want that and whose were not learned today. */
export async function learnReadingHours(database: Database, now: number): Promise<void> {
  const due = await database.readingHours.findMany({
    where: {
      kind: 'learned',
      OR: [{ learnedAt: null }, { learnedAt: { lt: new Date(now - learnedAnewMs) } }],
    },
    select: { subscriberId: true },
  })
  await eachAlone(due, 'hours-not-learned', ({ subscriberId }) => learnHoursOf(database, subscriberId, now))
}

/** Learns when a subscriber is there from when postings were first opened in the last eight weeks, in the subscriber's zone. */
export async function learnHoursOf(
  database: Database | Transaction,
  subscriberId: string,
  now: number,
): Promise<void> {
  const { zone, learnsFrom } = await database.readingHours.findUniqueOrThrow({ where: { subscriberId } })
  const since = Math.max(now - learnedFromMs, learnsFrom?.getTime() ?? 0)
  // Quarters of an hour: as many rows as hours at most, however much was read, and exact in any zone.
  const rows = await database.$queryRaw<{ quarter: number }[]>`
    SELECT DISTINCT floor(extract(epoch FROM "seenAt") / 900)::int AS "quarter" FROM "posting_state"
    WHERE "subscriberId" = ${subscriberId} AND "seenAt" >= ${new Date(since)} AND "seenAt" <= ${new Date(now)}`
  const seen = rows.map(({ quarter }) => quarter * quarterMs)
  const learned = learnedPresence(visitsOf(seen, zone, now), weeksSince(seen, now))
  // Not where it was turned off or deleted meanwhile.
  await database.readingHours.updateMany({
    where: { subscriberId, kind: 'learned', learnsFrom },
    data: { learned: learned === null ? null : new Uint8Array(learned), learnedAt: new Date(now) },
  })
}

/** In how many different weeks something was opened, by local hour of the week. */
function visitsOf(seen: readonly number[], zone: string, now: number): number[] {
  const hourOf = localHourIn(zone)
  const weeks = Array.from({ length: localHoursOfWeek }, () => new Set<number>())
  for (const at of seen) weeks[hourOf(at)]?.add(Math.floor((now - at) / WEEK_MS))
  return weeks.map(({ size }) => size)
}

/** Weeks that are known, counted back from now as the visits are. */
function weeksSince(seen: readonly number[], now: number): number {
  const first = seen.reduce((least, at) => Math.min(least, at), now)
  return 1 + Math.floor((now - first) / WEEK_MS)
}
