import { Prisma } from './generated/client.ts'

/**
 * No rule of the subscriber hides posting `p`. What is hidden is read, too (a CHECK of the table says so): lists of unread
 * postings and all counts leave it out without asking. It is shown among the stars and what is read later, and where a search
 * asks for it by `is:hidden`.
 */
export function isNotHidden(subscriberId: string): Prisma.Sql {
  return Prisma.sql`NOT EXISTS (SELECT 1 FROM "posting_state" hidden
    WHERE hidden."subscriberId" = ${subscriberId} AND hidden."postingId" = p."id" AND hidden."hiddenAt" IS NOT NULL)`
}
