import { Prisma } from '#lib/store/generated/client.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'
import type { Invariant, VerifyMoment } from './invariant.ts'

/** Tries are spread over two days, quiet hours and digests of a week come on top; later is of a clock that was ahead. */
const longestWaitMs = 9 * DAY_MS

/** The invariants of what people are told: once each, and what waits will be sent. */
export function outboxInvariants(moment: VerifyMoment): readonly Invariant[] {
  return [...onceEach, ...outboxes, ...waiting(moment)]
}

const onceEach: readonly Invariant[] = [
  {
    name: 'nobody is told of a posting twice',
    broken: Prisma.sql`
      SELECT 'posting ' || "postingId" || ' to ' || "subscriberId" AS "what" FROM "alert_hit" WHERE "postingId" IS NOT NULL
      GROUP BY "subscriberId", "postingId" HAVING count(*) > 1`,
  },
  {
    name: 'no channel carries a posting twice',
    broken: Prisma.sql`
      SELECT 'posting ' || h."postingId" || ' by channel ' || i."channelId" AS "what"
      FROM "alert_delivery_item" i JOIN "alert_hit" h ON h."id" = i."hitId" WHERE h."postingId" IS NOT NULL
      GROUP BY i."channelId", h."postingId" HAVING count(*) > 1`,
  },
  {
    name: 'messages go to the channel and the subscriber of what they tell',
    broken: Prisma.sql`
      SELECT 'delivery ' || d."id" AS "what" FROM "alert_delivery_item" i
      JOIN "alert_delivery" d ON d."id" = i."deliveryId" JOIN "alert_hit" h ON h."id" = i."hitId"
      JOIN "alert_channel" c ON c."id" = d."channelId"
      WHERE d."channelId" <> i."channelId" OR h."subscriberId" <> d."subscriberId" OR c."subscriberId" <> d."subscriberId"
      UNION ALL SELECT 'send ' || s."id" FROM "integration_send" s JOIN "integration" n ON n."id" = s."integrationId"
      WHERE n."subscriberId" <> s."subscriberId"`,
  },
]

/** Both outboxes know the same states. */
const outboxes: readonly Invariant[] = [
  {
    name: 'messages are waiting, sent or failed, as their times say',
    broken: Prisma.sql`
      SELECT m."what" FROM (
        SELECT 'delivery ' || "id" AS "what", "state", "sentAt", "leaseOwner", "tries" FROM "alert_delivery"
        UNION ALL SELECT 'send ' || "id", "state", "sentAt", "leaseOwner", "tries" FROM "integration_send") m
      WHERE "state" NOT IN ('waiting', 'sent', 'failed') OR ("state" = 'sent') <> ("sentAt" IS NOT NULL)
        OR ("state" <> 'waiting' AND "leaseOwner" IS NOT NULL) OR ("state" = 'sent' AND "tries" = 0)`,
  },
  {
    name: 'issues of digests are under way or ended',
    broken: Prisma.sql`
      SELECT 'digest ' || "digestId" || ' of ' || "slotAt" AS "what" FROM "digest_slot"
      WHERE ("outcome" IS NULL) <> ("finishedAt" IS NULL) OR "outcome" NOT IN ('sent', 'empty', 'failed')
        OR "fromAt" > "slotAt"`,
  },
]

function waiting({ now, speed }: VerifyMoment): readonly Invariant[] {
  const latest = new Date(now + longestWaitMs * speed)
  return [
    {
      name: 'what waits to be sent is due within days',
      broken: Prisma.sql`
        SELECT 'delivery ' || "id" || ' at ' || "dueAt" AS "what" FROM "alert_delivery"
        WHERE "state" = 'waiting' AND "dueAt" > ${latest}
        UNION ALL SELECT 'send ' || "id" || ' at ' || "dueAt" FROM "integration_send"
        WHERE "state" = 'waiting' AND "dueAt" > ${latest}
        UNION ALL SELECT 'digest ' || "id" || ' at ' || "nextSlotAt" FROM "digest" WHERE "isOn" AND "nextSlotAt" > ${latest}`,
    },
  ]
}
