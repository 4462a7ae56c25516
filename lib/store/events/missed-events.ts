import type { Database } from '#lib/store/connection/database.ts'
import type { EventPosition } from '#lib/store/connection/event-position.ts'
import type { Notification } from '#lib/store/connection/notify.ts'

/** The number of events that a program that was away may be told one by one; beyond it, reading everything again is less. */
export const mostMissed = 1000
/** The time for which events are kept. */
const keptMinutes = 60

type MissedEvents = {
  /** From the first to the last; null: more was missed than is kept, or than is told one by one. */
  readonly events: readonly { readonly at: string; readonly body: Notification }[] | null
  /** The subscriber's position with these. */
  readonly position: string
}

/** The position of now: what is told from here on follows on what the database shows from here on. */
export async function readEventPosition(database: Database): Promise<string> {
  const [row] = await database.$queryRaw<{ position: string }[]>`
    SELECT concat(coalesce((SELECT max("id") FROM "event"), 0), '.0.', pg_current_snapshot()) AS "position"`
  if (row === undefined) throw new Error('PostgreSQL gave no snapshot.')
  return row.position
}

type Row = {
  readonly position: string
  readonly body: Notification
}

/**
 * The events that concern a subscriber and were told after a position, in its order; of sources, what those tell that are subscribed
 * to now. An event whose transaction ran beside the last one's may be there although it was told: by its id it is known.
 * What has a greater id than all that was visible is told whatever the snapshot says: a database that was killed gives the numbers of
 * transactions of which it had written nothing yet, such as notifications alone, to others, and they look as if they had been visible.
 */
export async function readMissedEvents(
  database: Database,
  subscriberId: string,
  since: EventPosition,
): Promise<MissedEvents> {
  const position = await readEventPosition(database)
  if (!(await isKept(database, since))) return { events: null, position }
  const rows = await database.$queryRaw<Row[]>`
    SELECT concat(e."id", '.', e."writer", '.', e."snapshot") AS "position", e."body" FROM "event" e
    WHERE (e."id" > ${since.id}::bigint OR (e."writer" >= ${since.from}::bigint AND e."writer" <> ${since.writer}::bigint
        AND NOT pg_visible_in_snapshot(e."writer"::text::xid8, ${since.snapshot}::pg_snapshot)))
      AND CASE WHEN e."subscriberId" IS NOT NULL THEN e."subscriberId" = ${subscriberId}
        WHEN e."sourceId" IS NULL THEN true
        ELSE EXISTS (SELECT FROM "subscription" s
          WHERE s."subscriberId" = ${subscriberId} AND s."sourceId" = e."sourceId") END
    ORDER BY e."id" LIMIT ${mostMissed + 1}`
  if (rows.length > mostMissed) return { events: null, position }
  const events = rows.map(({ position: at, body }) => ({ at, body }))
  return { events, position: rows.at(-1)?.position ?? position }
}

/** Whether nothing that followed on a position was removed, and it is one of this database's history. */
async function isKept(database: Database, since: EventPosition): Promise<boolean> {
  const [row] = await database.$queryRaw<{ isKept: boolean }[]>`
    SELECT pg_snapshot_xmax(${since.snapshot}::pg_snapshot) <= pg_snapshot_xmax(pg_current_snapshot())
      AND coalesce((SELECT min("id") FROM "event") <= ${since.id + 1n}::bigint, ${since.id}::bigint = 0) AS "isKept"`
  return row?.isKept === true
}

/**
 * Removes events that nobody is told any more. The newest stays: by it is known that nothing is missing behind it. Of one subscriber's,
 * which a program of theirs may make by the thousand a minute, the last stay: who missed more is told to read everything again anyway.
 */
export async function removeOldEvents(database: Database): Promise<void> {
  await database.$executeRaw`
    DELETE FROM "event" WHERE "id" < (
      SELECT max("id") FROM "event" WHERE "at" < clock_timestamp() - make_interval(mins => ${keptMinutes}::integer))`
  // Only events of those who have too many are put in order: there may be millions of others, and it is done each minute.
  await database.$executeRaw`
    DELETE FROM "event" e USING (
      SELECT "subscriberId", "id", row_number() OVER (PARTITION BY "subscriberId" ORDER BY "id" DESC) AS "place"
      FROM "event" WHERE "subscriberId" IN (
        SELECT "subscriberId" FROM "event" WHERE "subscriberId" IS NOT NULL
        GROUP BY "subscriberId" HAVING count(*) > ${2 * mostMissed})) last
    WHERE last."place" = ${2 * mostMissed} AND e."subscriberId" = last."subscriberId" AND e."id" < last."id"`
}
