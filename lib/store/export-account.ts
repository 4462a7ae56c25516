import type { Database } from './database.ts'
import { isoOf } from './posting-item.ts'
import { findSettings } from './user-settings.ts'
import { Prisma } from './generated/client.ts'

/** Folders of an export, in their order. */
export async function exportFolders(database: Database, subscriberId: string) {
  return database.folder.findMany({
    where: { subscriberId },
    select: { name: true, position: true },
    orderBy: [{ position: 'asc' }, { name: 'asc' }],
  })
}

/** What the account set; what is not in it stands at its default. */
export async function exportSettings(database: Database, userId: string) {
  return findSettings(database, userId)
}

/** Views of an export, in their order. */
export async function exportViews(database: Database, subscriberId: string) {
  const views = await database.view.findMany({
    where: { subscriberId },
    select: { name: true, query: true, order: true, layout: true, position: true },
    orderBy: [{ position: 'asc' }, { name: 'asc' }],
  })
  return views as (Omit<(typeof views)[number], 'order'> & { order: 'newest' | 'oldest' | 'best' })[] // lib/api/search.ts
}

type SubscriptionRow = {
  readonly url: string
  readonly title: string
  readonly siteUrl: string | null
  readonly ownTitle: string | null
  readonly folder: string | null
  readonly createdAt: Date
  readonly key: string | null
  readonly foundAt: Date | null
}

/** Subscriptions of an export, by address. The read mark is named by the last posting that it covers. */
export async function exportSubscriptions(database: Database, subscriberId: string) {
  const rows = await database.$queryRaw<SubscriptionRow[]>`
    SELECT s."url", s."title", s."siteUrl", u."title" AS "ownTitle", f."name" AS "folder", u."createdAt",
      mark."key", mark."foundAt"
    FROM "subscription" u JOIN "source" s ON s."id" = u."sourceId" LEFT JOIN "folder" f ON f."id" = u."folderId"
    LEFT JOIN LATERAL (
      SELECT p."key", p."foundAt" FROM "posting" p
      WHERE p."sourceId" = u."sourceId" AND p."id" <= u."readThrough" ORDER BY p."id" DESC LIMIT 1) mark ON true
    WHERE u."subscriberId" = ${subscriberId} ORDER BY s."url"`
  return rows.map(({ key, foundAt, createdAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
    readThrough: key === null || foundAt === null ? null : { key, foundAt: foundAt.toISOString() },
  }))
}

const pageSize = 500

type StateRow = {
  readonly key: string
  readonly isRead: boolean | null
  readonly starredAt: Date | null
  readonly seenAt: Date | null
  readonly guid: string | null
  readonly title: string
  readonly url: string | null
  readonly author: string | null
  readonly html: string | null
  readonly publishedAt: Date | null
  readonly enclosures: Prisma.JsonValue
}

/** What the subscriber did with postings, by feed and key, in pages. Of starred ones the whole posting. */
export async function* exportStates(database: Database, subscriberId: string) {
  const sources = await database.$queryRaw<
    { id: number; feedUrl: string | null; title: string; siteUrl: string | null }[]
  >`
    SELECT s."id", CASE WHEN s."archiveOwnerId" IS NULL THEN s."url" ELSE s."archivedUrl" END AS "feedUrl",
      s."title", s."siteUrl"
    FROM "source" s
    WHERE s."id" IN (SELECT "sourceId" FROM "posting_state" WHERE "subscriberId" = ${subscriberId})
    ORDER BY "feedUrl", s."archiveOwnerId" NULLS FIRST`
  for (const { id, feedUrl, title, siteUrl } of sources) {
    let after = ''
    for (;;) {
      const rows = await readStates(database, subscriberId, id, after)
      yield rows.map((row) => stateOf(row, { feedUrl, feedTitle: title, siteUrl }))
      if (rows.length < pageSize) break
      after = rows.at(-1)?.key ?? ''
    }
  }
}

async function readStates(
  database: Database,
  subscriberId: string,
  sourceId: number,
  after: string,
): Promise<StateRow[]> {
  return database.$queryRaw<StateRow[]>`
    SELECT p."key", t."isRead", t."starredAt", t."seenAt", p."guid", p."title", p."url", p."author",
      CASE WHEN t."starredAt" IS NOT NULL THEN p."html" END AS "html", p."publishedAt", p."enclosures"
    FROM "posting_state" t JOIN "posting" p ON p."id" = t."postingId"
    WHERE t."subscriberId" = ${subscriberId} AND t."sourceId" = ${sourceId} AND p."key" > ${after}
      AND (t."isRead" IS NOT NULL OR t."starredAt" IS NOT NULL OR t."seenAt" IS NOT NULL)
    ORDER BY p."key" LIMIT ${pageSize}`
}

function stateOf(
  { key, isRead, starredAt, seenAt, guid, title, url, author, html, publishedAt, enclosures }: StateRow,
  feed: { readonly feedUrl: string | null; readonly feedTitle: string; readonly siteUrl: string | null },
) {
  const { feedUrl, feedTitle, siteUrl } = feed
  const text = { feedTitle, siteUrl, guid, title, url, author, publishedAt: isoOf(publishedAt), enclosures }
  return {
    feedUrl,
    key,
    isRead,
    starredAt: isoOf(starredAt),
    seenAt: isoOf(seenAt),
    posting: html === null ? null : { ...text, html },
  }
}
