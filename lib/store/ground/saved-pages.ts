import { savedPagesFeed } from '#lib/documents/moving/saved-pages.ts'
import { Prisma } from '#lib/store/generated/client.ts'

/** A row `s` of `source` is an archive of saved pages. */
export const isSavedPages = Prisma.sql`(s."archiveOwnerId" IS NOT NULL AND s."archivedUrl" = ${savedPagesFeed})`

/** The subscriber's archives, of saved pages and of what was imported: what is searched besides subscriptions. */
export function archivesOf(subscriberId: string): Prisma.Sql {
  return Prisma.sql`ARRAY(SELECT s."id" FROM "source" s WHERE s."archiveOwnerId" = ${subscriberId} ORDER BY 1)`
}
