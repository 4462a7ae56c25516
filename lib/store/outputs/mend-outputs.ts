import type { Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { nextSlot, type SlotRule } from '#lib/store/hours/slot-times.ts'
import { DAY_MS, MINUTE_MS } from '#lib/policy/basics/time.ts'

/** Leases last a minute, what is looked for again waits as long. */
const soonMs = 60_000
/** A mail server is waited for so long: who hands a mail in again sooner may send it twice. */
const mailLeaseMs = 12 * MINUTE_MS
/** Digests come within a week and a day. */
const longestSlotMs = 8 * DAY_MS

/**
 * The messages to people, after the clock was set back: what was put into an outbox in the future is due as long after now, what was
 * tried then waits no longer than a message does after so many tries, digests come at their next hour, and tell of what was found
 * since. Called again while anything is in the future, so it leaves alone what it has mended.
 */
export async function mendOutputs(
  transaction: Transaction,
  { now, speed }: { readonly now: number; readonly speed: number },
): Promise<void> {
  const at = new Date(now)
  const mailLeaseEnd = new Date(now + mailLeaseMs * speed)
  const leaseEnd = new Date(now + soonMs * speed)
  const isMail = Prisma.sql`EXISTS (
    SELECT 1 FROM "alert_channel" c WHERE c."id" = m."channelId" AND c."config"->>'kind' = 'email')`
  const alerts = { table: Prisma.sql`"alert_delivery"`, isMail }
  const sends = { table: Prisma.sql`"integration_send"`, isMail: Prisma.sql`false` }
  for (const outbox of [alerts, sends]) await mendOutbox(transaction, outbox, at, { leaseEnd, mailLeaseEnd })
  await transaction.$executeRaw`
    UPDATE "digest_slot" s SET "nextTryAt" = w."until"
    FROM (SELECT n AS "tries", ${mailLeaseEnd}::timestamptz + least(interval '1 day', interval '5 minutes' * power(2, n)) AS "until"
      FROM generate_series(1, 30) n) w
    WHERE s."outcome" IS NULL AND w."tries" = least(s."tries", 30) AND s."nextTryAt" > w."until"`
  await mendDigests(transaction, at)
}

/** `isMail`: of message "m". */
type Outbox = { readonly table: Prisma.Sql; readonly isMail: Prisma.Sql }
type LeaseEnds = { readonly leaseEnd: Date; readonly mailLeaseEnd: Date }

async function mendOutbox(
  transaction: Transaction,
  { table, isMail }: Outbox,
  at: Date,
  { leaseEnd, mailLeaseEnd }: LeaseEnds,
): Promise<void> {
  const soon = new Date(at.getTime() + soonMs)
  await transaction.$executeRaw`
    UPDATE ${table} SET "dueAt" = "dueAt" - ("madeAt" - ${at}::timestamptz), "madeAt" = ${at}
    WHERE "state" = 'waiting' AND "madeAt" > ${soon}`
  await transaction.$executeRaw`
    UPDATE ${table} d SET "leaseUntil" = w."until"
    FROM (SELECT m."id", CASE WHEN ${isMail} THEN ${mailLeaseEnd}::timestamptz ELSE ${leaseEnd}::timestamptz END AS "until"
      FROM ${table} m WHERE m."state" = 'waiting' AND m."leaseUntil" > ${leaseEnd}) w
    WHERE d."id" = w."id" AND d."leaseUntil" > w."until"`
  // As long as one pauses after so many tries (alert-retry.ts), an hour at least for a mail server and for who asked to be left alone (RFC
  // 9110, 10.2.3); then quiet hours may be waited for.
  await transaction.$executeRaw`
    UPDATE ${table} d SET "dueAt" = w."until"
    FROM (SELECT m."id", ${at}::timestamptz + greatest(
          CASE WHEN ${isMail} OR m."httpStatus" IN (429, 503) THEN interval '1 hour' ELSE interval '0' END,
          least(interval '1 day', interval '10 seconds' * power(6, least(m."tries", 9) - 1)))
        + CASE WHEN q."quietFrom" IS NULL THEN interval '0' ELSE interval '1 day' END AS "until"
      FROM ${table} m LEFT JOIN "alert_setting" q ON q."subscriberId" = m."subscriberId"
      WHERE m."state" = 'waiting' AND m."tries" > 0 AND m."dueAt" > ${soon}) w
    WHERE d."id" = w."id" AND d."dueAt" > w."until"`
}

type Digest = SlotRule & { readonly id: number; readonly coveredAt: Date; readonly nextSlotAt: Date }

async function mendDigests(transaction: Transaction, at: Date): Promise<void> {
  const digests = await transaction.$queryRaw<Digest[]>`
    SELECT "id", "rhythm", "weekday", "hour", "zone", "coveredAt", "nextSlotAt" FROM "digest" d
    WHERE "nextSlotAt" > ${at} AND ("coveredAt" > ${at} OR "nextSlotAt" > ${new Date(at.getTime() + longestSlotMs)}
      OR EXISTS (SELECT 1 FROM "digest_slot" s WHERE s."digestId" = d."id" AND s."slotAt" > ${at}))
    ORDER BY "id" FOR NO KEY UPDATE`
  for (const { id, coveredAt, nextSlotAt, ...rule } of digests) {
    // An issue that was made by the clock that was ahead is not made again (begin in digest-slots.ts).
    const slotAt = new Date(Math.min(nextSlotAt.getTime(), nextSlot(rule, at.getTime())))
    const data = { nextSlotAt: slotAt, coveredAt: coveredAt > at ? at : coveredAt }
    await transaction.digest.update({ where: { id }, data })
  }
}
