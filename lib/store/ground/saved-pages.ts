import { savedPagesFeed } from '#lib/documents/moving/saved-pages.ts'
import { Prisma } from '#lib/store/generated/client.ts'

/** A row `s` of `source` is an archive of saved pages. */
export const isSavedPages = Prisma.sql`(s."archiveOwnerId" IS NOT NULL AND s."archivedUrl" = ${savedPagesFeed})`

/** The subscriber's archive of saved pages, as a list of one or none: what is searched besides subscriptions. */
export function savedPagesOf(subscriberId: string): Prisma.Sql {
  return Prisma.sql`ARRAY(SELECT s."id" FROM "source" s WHERE s."archiveOwnerId" = ${subscriberId} AND ${isSavedPages})`
}
