import { Prisma } from '#lib/store/generated/client.ts'

/** When something was done, and when it is stored: acts made offline come late. */
export type ActTime = { readonly actedAt: Date; readonly storedAt: Date }

export function actTime(now: number, agoMs: number): ActTime {
  return { actedAt: new Date(now - agoMs), storedAt: new Date(now) }
}

/** What was marked unread after an act that comes late stays so. `readAt` is a column of posting_state. */
export function isNotSince({ actedAt, storedAt }: ActTime, readAt: Prisma.Sql): Prisma.Sql {
  return actedAt.getTime() === storedAt.getTime()
    ? Prisma.sql`TRUE`
    : Prisma.sql`coalesce(${readAt} <= ${actedAt}, true)`
}
