import { advisoryLocks } from '#lib/store/connection/advisory-locks.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { mendFullTexts } from '#lib/store/postings/full-texts.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { isOwnerAlive } from '#lib/store/connection/liveness.ts'
import { mendHubs } from '#lib/store/websub/mend-hubs.ts'
import { mendOutputs } from '#lib/store/outputs/mend-outputs.ts'
import { DAY_MS, HOUR_MS } from '#lib/policy/basics/time.ts'

/** Clocks of several machines may differ by seconds; from here on it was set back. */
export const setBackMs = 60_000
/** Leases last a minute, the tries of whole texts and hubs are asked again within it. */
const leaseMs = 60_000

type Reading = { readonly now: number; readonly speed: number; readonly owner: string }

/**
 * Makes due again what was stored by a clock that was ahead and was set back since: left alone, it would wait until the clock is
 * there again, an hour or a year. Waits that were decided then begin now; what was done for days to come is done again when
 * they come. Seen by polls that end in the future. What was put into an outbox or covered by a digest then is mended by itself, too: whoever
 * read the clock before it was set back may store that after all polls were mended. Where another living aggregator's clock is ahead, the
 * clocks of two machines differ and none was set back: then nothing is changed, as both would do so in turn (a warning tells the admin).
 * @returns how many sources were polled in the future
 */
export async function mendAfterSetBack(database: Database, reading: Reading): Promise<number> {
  const limit = new Date(reading.now + setBackMs * reading.speed)
  const ahead = await lookAhead(database, limit)
  if (!ahead.polls && !ahead.outputs) return 0
  return database.$transaction(
    async (transaction) => {
      const [row] = await transaction.$queryRaw<{ isMine: boolean; isSkew: boolean }[]>`
        SELECT pg_try_advisory_xact_lock(${advisoryLocks.settingClockBack}) AS "isMine", EXISTS (
          SELECT 1 FROM "aggregator_heartbeat" b WHERE b."owner" <> ${reading.owner} AND b."lastPassAt" > ${limit}
            AND b."holdsLock" AND ${isOwnerAlive}) AS "isSkew"`
      if (row?.isMine !== true || row.isSkew) return 0
      if (ahead.polls) await mendHosts(transaction, reading)
      await mendOutputs(transaction, reading)
      if (!ahead.polls) return 0
      await lockSources(transaction, reading, limit)
      await mendHubs(transaction, new Date(reading.now))
      await mendFullTexts(transaction, reading.now)
      await mendDays(transaction, reading.now)
      return mendSources(transaction, reading, limit)
    },
    { timeout: 60_000 },
  )
}

async function lookAhead(
  database: Database,
  limit: Date,
): Promise<{ readonly polls: boolean; readonly outputs: boolean }> {
  const [row] = await database.$queryRaw<{ polls: boolean; outputs: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM "poll" WHERE "finishedAt" > ${limit}) AS "polls",
      EXISTS (SELECT 1 FROM "alert_delivery" WHERE "state" = 'waiting' AND "dueAt" > ${limit} AND "madeAt" > ${limit})
      OR EXISTS (SELECT 1 FROM "integration_send" WHERE "state" = 'waiting' AND "dueAt" > ${limit} AND "madeAt" > ${limit})
      OR EXISTS (SELECT 1 FROM "digest" WHERE "coveredAt" > ${limit}) AS "outputs"`
  return row ?? { polls: false, outputs: false }
}

/** SQL's least() takes null for the greatest: what is not set stays so. */
const notAfter = (column: string, at: Date) =>
  Prisma.sql`${Prisma.raw(`"${column}" = CASE WHEN "${column}" >`)} ${at} THEN ${at} ELSE ${Prisma.raw(`"${column}"`)} END`

/** The time of `column`, seen from `since`, which is in the future: as long after now. */
const fromNow = (column: string, since: string, at: Date) =>
  Prisma.sql`${Prisma.raw(`"${column}" - ("${since}"`)} - ${at}::timestamptz)`

/** Source `s` was put off unasked. */
const isPutOff = (inAnHour: Date) =>
  Prisma.sql`(s."nextPollReason"->>'code' IN ('hostAsksPause', 'publisherWantsPause') AND s."nextPollAt" > ${inAnHour})`

/** In the order in which polls lock theirs, and before subscriptions to hubs, as polls and deliveries do. */
async function lockSources(transaction: Transaction, { now }: Reading, limit: Date): Promise<void> {
  await transaction.$executeRaw`
    SELECT 1 FROM "source" s WHERE s."lastPolledAt" > ${limit} OR ${isPutOff(new Date(now + HOUR_MS))}
    ORDER BY "id" FOR NO KEY UPDATE`
}

/**
 * Last, as hosts and hubs are known by their sources. What was put off unasked, which leaves no poll, looks an hour later at the latest whether it
 * may be asked: what a host asked for is kept with it.
 */
async function mendSources(transaction: Transaction, { now }: Reading, limit: Date): Promise<number> {
  const at = new Date(now)
  const inAnHour = new Date(now + HOUR_MS)
  const inADay = new Date(now + DAY_MS)
  await transaction.$executeRaw`
    UPDATE "source" s SET "nextPollAt" = greatest(${inAnHour}::timestamptz, h."nextRequestAt") FROM "host" h
    WHERE h."name" = s."hostName" AND ${isPutOff(inAnHour)} AND s."nextPollAt" > coalesce(h."nextRequestAt", ${at})
      AND coalesce(s."lastPolledAt" <= ${limit}, true)`
  return transaction.$executeRaw`
    UPDATE "source" SET "nextPollAt" = ${fromNow('nextPollAt', 'lastPolledAt', at)},
      ${notAfter('leaseUntil', new Date(now + leaseMs))}, "lastPolledAt" = ${at},
      ${notAfter('lastSuccessAt', at)}, ${notAfter('lastChangedAt', at)},
      ${notAfter('movedSince', at)}, ${notAfter('goneSince', at)}, ${notAfter('iconDueAt', inADay)}
    WHERE "lastPolledAt" > ${limit}`
}

/**
 * The pause between two requests is at most what the host bears or its publisher asks for; what a host asked for itself is kept
 * from when it was asked last.
 */
async function mendHosts(transaction: Transaction, { now, speed }: Reading): Promise<void> {
  const at = new Date(now)
  await transaction.$executeRaw`
    SELECT 1 FROM "host" WHERE "nextRequestAt" > ${at} OR "leaseUntil" > ${at} ORDER BY "name" FOR NO KEY UPDATE`
  await transaction.$executeRaw`
    UPDATE "host" h SET ${notAfter('leaseUntil', new Date(now + leaseMs * speed))},
      ${notAfter('downSince', at)},
      "nextRequestAt" = CASE WHEN h."pauseStatus" IS NULL AND h."downSince" IS NULL
        THEN least(h."nextRequestAt", ${at}::timestamptz + make_interval(secs => greatest(1, coalesce(3600 / h."requestsPerHour", 0),
          (SELECT 3600 / w."requestsPerHour" FROM "host_wish" w WHERE w."host" = h."name"))))
        ELSE h."nextRequestAt" - greatest(interval '0', (
          SELECT max(s."lastPolledAt") FROM "source" s WHERE s."hostName" = h."name") - ${at}::timestamptz) END
    WHERE h."nextRequestAt" > ${at} OR h."leaseUntil" > ${at}`
}

/** Tasks of an hour, a day or a week that were done for one that is still to come. */
async function mendDays(transaction: Transaction, now: number): Promise<void> {
  const at = new Date(now)
  const soon = new Date(now + leaseMs)
  await transaction.$executeRaw`
    UPDATE "source_freshness" SET ${notAfter('countedAt', at)}, ${notAfter('stateSince', at)},
      "weeksThrough" = CASE WHEN "weeksThrough" IS NOT NULL THEN least("weeksThrough", date_trunc('week', ${at}::timestamptz, 'UTC')) END
    WHERE "countedAt" > ${soon}`
  await transaction.$executeRaw`UPDATE "reader_count" SET "countedAt" = ${at} WHERE "countedAt" > ${soon}`
  await transaction.$executeRaw`UPDATE "rule_settings" SET "agedAt" = ${at} WHERE "agedAt" > ${soon}`
  await transaction.$executeRaw`UPDATE "reading_hours" SET "learnedAt" = ${at} WHERE "learnedAt" > ${soon}`
  await transaction.$executeRaw`UPDATE "reading_hours" SET "learnsFrom" = ${at} WHERE "learnsFrom" > ${soon}`
  await transaction.$executeRaw`UPDATE "robots_file" SET "checkedAt" = ${at} WHERE "checkedAt" > ${soon}`
}
