import { config } from '#lib/runtime/config.ts'
import { cleanAddress } from '#lib/documents/html/clean-address.ts'
import type { Enclosure } from '#lib/documents/read/feed-types.ts'
import { shorten } from '#lib/documents/html/plain-text.ts'
import { shownHtml, type ImageShower } from '#lib/documents/html/shown-html.ts'
import type { Database } from '#lib/store/connection/database.ts'
import type { Prisma } from '#lib/store/generated/client.ts'
import { inSlices } from '#lib/store/connection/in-pieces.ts'
import { itemJoins, mayRead, sourceName } from '#lib/store/ground/posting-item.ts'
import { imageShower } from '#lib/store/lists/present-items.ts'
import { getReadingSettings } from '#lib/store/ground/reading-settings.ts'

/** A posting as reader apps get it. */
export type ReaderItem = {
  readonly id: bigint
  readonly sourceId: number
  readonly sourceTitle: string
  readonly sourceUrl: string
  readonly siteUrl: string | null
  /** Never empty: Readrops ends its sync at one that is. */
  readonly title: string
  readonly url: string | null
  readonly author: string | null
  /** Sanitised, with absolute addresses of pictures; the whole text where the subscriber wants it of this source. */
  readonly html: string
  readonly enclosures: readonly Enclosure[]
  readonly foundAt: Date
  readonly publishedAt: Date | null
  readonly editedAt: Date | null
  /** The time at which it was found, its publisher changed it or the subscriber did something with it, whichever came last. */
  readonly changedAt: Date
  readonly language: string | null
  readonly isRead: boolean
  readonly isStarred: boolean
  readonly folderId: number | null
  /** Its own and its source's. */
  readonly labelIds: readonly number[]
}

type Row = Omit<ReaderItem, 'enclosures'> & {
  readonly excerpt: string
  readonly enclosures: Prisma.JsonValue
}

/** Those of the postings that the subscriber may read, in the order of the numbers given; others are left out. */
export async function listReaderItems(
  database: Database,
  subscriberId: string,
  ids: readonly bigint[],
): Promise<ReaderItem[]> {
  if (ids.length === 0) return []
  const rows = await database.$queryRaw<Row[]>`
    SELECT p."id", p."sourceId", ${sourceName} AS "sourceTitle",
      CASE WHEN s."archiveOwnerId" IS NULL THEN s."url" ELSE coalesce(s."archivedUrl", p."url", '') END AS "sourceUrl",
      s."siteUrl", p."title", p."url", p."author", p."excerpt", coalesce(f."html", p."html") AS "html", p."enclosures", p."foundAt",
      p."publishedAt", p."editedAt", greatest(p."foundAt", p."editedAt", t."updatedAt") AS "changedAt", s."language",
      coalesce(t."isRead", p."id" <= u."readThrough", true) AS "isRead",
      t."starredAt" IS NOT NULL AS "isStarred", u."folderId", ARRAY(
        SELECT pl."labelId" FROM "posting_label" pl WHERE pl."subscriberId" = ${subscriberId} AND pl."postingId" = p."id"
        UNION SELECT sl."labelId" FROM "subscription_label" sl WHERE sl."subscriptionId" = u."id" AND NOT u."isMuted"
        ORDER BY 1) AS "labelIds"
    FROM "posting" p ${itemJoins(subscriberId)}
    LEFT JOIN "posting_full_text" f ON f."postingId" = p."id" AND u."fullText"
    WHERE p."id" = ANY(${[...new Set(ids)]}::bigint[]) AND ${mayRead}`
  const showImage = outside(imageShower(await getReadingSettings(database, subscriberId)))
  const items = await inSlices(rows, (row) => presented(row, showImage))
  const byId = new Map(items.map((item) => [item.id, item]))
  return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
}

/** The whole text of a posting as it was taken from its page, for somebody who may read it; null: it was not taken. */
export async function findReaderText(
  database: Database,
  subscriberId: string,
  id: bigint,
): Promise<string | null> {
  const [row] = await database.$queryRaw<{ html: string | null }[]>`
    SELECT f."html" FROM "posting" p ${itemJoins(subscriberId)} JOIN "posting_full_text" f ON f."postingId" = p."id"
    WHERE p."id" = ${id} AND ${mayRead}`
  const html = row?.html ?? null
  if (html === null) return null
  return shownHtml(html, outside(imageShower(await getReadingSettings(database, subscriberId))))
}

/** Signs of the text that stand in for a missing title, as in Miniflux. */
const longestBeginning = 100

function presented({ excerpt, ...row }: Row, showImage: ImageShower): ReaderItem {
  const url = row.url === null ? null : cleanAddress(row.url)
  return {
    ...row,
    url,
    title: row.title || shorten(excerpt, longestBeginning) || (url ?? row.sourceTitle),
    html: shownHtml(row.html, showImage),
    enclosures: row.enclosures as unknown as readonly Enclosure[], // written by recordPoll from the same shape
  }
}

/** The icon of a source for apps; null: it has none. */
export async function readerIcons(
  database: Database,
  subscriberId: string,
): Promise<(address: string | null) => string | null> {
  const showImage = outside(imageShower(await getReadingSettings(database, subscriberId)))
  return (address) => (address === null ? null : showImage(address))
}

/** Pictures at this server by the address that apps reach it by. */
function outside(showImage: ImageShower): ImageShower {
  const { publicUrl } = config()
  return (address) => {
    const shown = showImage(address)
    return shown === null ? null : (URL.parse(shown, publicUrl)?.href ?? null)
  }
}

/** The number of postings of a subscriber's sources, muted ones left out. */
export async function countReaderItems(database: Database, subscriberId: string): Promise<number> {
  const [row] = await database.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS "count" FROM "subscription" u JOIN "posting" p ON p."sourceId" = u."sourceId"
    WHERE u."subscriberId" = ${subscriberId} AND NOT u."isMuted"`
  return row?.count ?? 0
}
