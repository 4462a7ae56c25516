/** The sources that are polled at all and those that are due, for every statement that polls, plans, grants or counts them. */
import { Prisma } from '#lib/store/generated/client.ts'

/** Sources `s` that no admin has paused: the budget is theirs alone. */
export const isUnpaused = Prisma.sql`NOT s."isPaused"`

/** Those of them that are due at an instant and that nobody has in hand. */
export function isDue(now: number): Prisma.Sql {
  const at = new Date(now)
  return Prisma.sql`(s."nextPollAt" <= ${at} AND ${isUnpaused} AND (s."leaseUntil" IS NULL OR s."leaseUntil" <= ${at}))`
}
