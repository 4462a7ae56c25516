import type { Reason } from '#lib/policy/basics/reason.ts'
import { Prisma } from '#lib/store/generated/client.ts'

/** Until when the server of source `s` asked at its last poll not to be asked; null: it did not. */
export const askedPause = Prisma.sql`
  (SELECT p."notBeforeAt" FROM "poll" p WHERE p."sourceId" = s."id" ORDER BY p."finishedAt" DESC LIMIT 1)`

/** Why a source that is subscribed to again is polled when it is. */
export function reasonWithin(reason: Reason, now: Date): Prisma.Sql {
  const paused: Reason = { code: 'hostAsksPause', values: {} }
  return Prisma.sql`CASE WHEN ${askedPause} > ${now} THEN ${JSON.stringify(paused)}::jsonb ELSE ${JSON.stringify(reason)}::jsonb END`
}
