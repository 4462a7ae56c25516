import { highestPresence, meanPresence, presenceFrom } from '#lib/policy/learning/presence.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { readDigestPresences } from './digest-presences.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { localHoursOfWeek, inUtc, localQuarters } from '#lib/store/hours/local-hours.ts'
import type { Presence } from '#lib/policy/basics/history.ts'

/**
 * The times of sources' readers, by UTC hour of the week from `now` on: the mean over the subscribers, of whom those without
 * reading hours, who gave none, of whom too little is known, or who are told of its postings at once (alerts), count as always
 * there; with the hours of their digests (digest-presences.ts). Sources where every hour counts in full are left out.
 */
export async function readSourcePresences(
  database: Database,
  now: number,
  sourceIds?: readonly number[],
): Promise<Map<number, Presence>> {
  const rows = await readReaders(database, sourceIds)
  if (rows.length === 0) return new Map()
  const ofDigests = await readDigestPresences(database, now, sourceIds)
  const ofReaders = await readPresences(database, new Set(rows.flatMap(({ readers }) => readers)), now)
  const presences = new Map<number, Presence>()
  for (const { sourceId, readers, subscribers } of rows) {
    const digests = ofDigests.get(sourceId)
    const given = readers.flatMap((reader) => {
      const presence = ofReaders.get(reader)
      return presence === undefined ? [] : [highestPresence(presence, ...(digests?.get(reader) ?? []))]
    })
    const mean = meanPresence(given, subscribers)
    if (mean !== null) presences.set(sourceId, mean)
  }
  return presences
}

/** Whether the subscriber of `u` is told of what its source posts as soon as it is found. */
export const isAlerted = Prisma.sql`EXISTS (SELECT FROM "alert_source" o JOIN "alert" a ON a."id" = o."alertId"
  WHERE o."sourceId" = u."sourceId" AND a."subscriberId" = u."subscriberId" AND a."isOn")`

type ReadersRow = {
  readonly sourceId: number
  /** Those who gave hours, or let them be learned. */
  readonly readers: readonly string[]
  readonly subscribers: number
}

/** The sources that somebody with reading hours reads, without those who have an alert of the source: they wait for each posting. */
function readReaders(database: Database, sourceIds: readonly number[] | undefined): Promise<ReadersRow[]> {
  const ids = sourceIds === undefined ? null : [...sourceIds]
  return database.$queryRaw`
    SELECT u."sourceId", array_agg(u."subscriberId" ORDER BY u."subscriberId") AS "readers",
      (SELECT count(*)::int FROM "subscription" a WHERE a."sourceId" = u."sourceId") AS "subscribers"
    FROM "subscription" u
    JOIN "reading_hours" h ON h."subscriberId" = u."subscriberId" AND h."kind" <> 'off'
    WHERE (${ids}::int[] IS NULL OR u."sourceId" = ANY(${ids}::int[]))
      AND NOT ${isAlerted}
    GROUP BY u."sourceId"`
}

/** More readers are not named in a statement: then those of all are read. */
const mostNamed = 1_000

/** The presence of those of the readers who gave hours or of whom some were learned, in UTC. */
async function readPresences(
  database: Database,
  readers: ReadonlySet<string>,
  now: number,
): Promise<Map<string, Presence>> {
  const rows = await database.readingHours.findMany({
    where: {
      ...(readers.size <= mostNamed && { subscriberId: { in: [...readers] } }),
      OR: [
        { kind: 'given', given: { isEmpty: false } },
        { kind: 'learned', learned: { not: null } },
      ],
    },
  })
  const presences = new Map<string, Presence>()
  for (const { subscriberId, kind, zone, given, learned } of rows) {
    const local =
      kind === 'given' || learned === null ? hoursGiven(given) : Array.from(learned, (byte) => byte / 255)
    presences.set(subscriberId, presenceFrom(inUtc(local, localQuarters(zone, now))))
  }
  return presences
}

function hoursGiven(given: readonly number[]): number[] {
  const there = new Set(given)
  return Array.from({ length: localHoursOfWeek }, (_, hour) => (there.has(hour) ? 1 : 0))
}
