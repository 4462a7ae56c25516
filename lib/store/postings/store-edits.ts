import type { Transaction } from '#lib/store/connection/database.ts'
import { jsonRows } from '#lib/store/connection/json-rows.ts'
import { notifyAll } from '#lib/store/connection/notify.ts'
import type { EditedPosting, PostingAlias } from '#lib/store/ground/polled-posting.ts'
import { wasKept } from './kept-versions.ts'

/**
 * Earlier versions kept of a posting: the first, the latest, and those that somebody kept. A feed with a counter in its texts
 * has one a poll.
 */
const latestKept = 9

/** Replaces the text of a posting; what readers would notice is kept as a revision and marks it as edited. */
export async function storeEdit(
  transaction: Transaction,
  edited: EditedPosting,
  foundAt: number,
): Promise<void> {
  const { postingId, isVisible, ...text } = edited
  const at = new Date(foundAt)
  await keepRevision(transaction, edited, at)
  await transaction.posting.update({
    where: { id: postingId },
    data: isVisible ? { ...text, editedAt: at } : text,
    select: { id: true },
  })
  if (isVisible) await bringBack(transaction, postingId, at)
}

/** The posting is unread again for those who want that of its source and had read it; their windows are told. */
async function bringBack(transaction: Transaction, postingId: bigint, at: Date): Promise<void> {
  const rows = await transaction.$queryRaw<{ subscriberId: string }[]>`
    INSERT INTO "posting_state" AS state ("subscriberId", "postingId", "sourceId", "isRead", "readAt", "updatedAt")
    SELECT u."subscriberId", p."id", p."sourceId", false, ${at}, ${at}
    FROM "posting" p JOIN "subscription" u ON u."sourceId" = p."sourceId"
    LEFT JOIN "posting_state" t ON t."subscriberId" = u."subscriberId" AND t."postingId" = p."id"
    WHERE p."id" = ${postingId} AND u."unreadEdits" AND coalesce(t."isRead", p."id" <= u."readThrough")
      AND t."hiddenAt" IS NULL
    ORDER BY u."subscriberId"
    ON CONFLICT ("subscriberId", "postingId") DO UPDATE SET
      "isRead" = false, "readAt" = excluded."readAt", "updatedAt" = excluded."updatedAt"
    RETURNING "subscriberId"`
  await notifyAll(
    transaction,
    rows.map(({ subscriberId }) => ({ type: 'state', subscriberId })),
  )
}

/**
 * Of an edit that nobody would notice only what somebody kept is stored, once: links may lead elsewhere since then, also that of the posting
 * itself, and pictures may be others. Each document of many feeds has new addresses of the same pictures.
 */
async function keepRevision(
  transaction: Transaction,
  { postingId, isVisible, html, url, author, imageUrl }: EditedPosting,
  replacedAt: Date,
): Promise<void> {
  await transaction.$executeRaw`
    WITH replaced AS (
      SELECT "title", "html", "contentHash", coalesce("url", '') AS "url", coalesce("author", '') AS "author",
        coalesce("imageUrl", '') AS "imageUrl", "id" AS "postingId", ${replacedAt}::timestamptz AS "replacedAt",
        greatest(coalesce("editedAt", "foundAt"),
          (SELECT max(o."replacedAt") FROM "posting_revision" o WHERE o."postingId" = ${postingId})) AS "foundAt"
      FROM "posting" WHERE "id" = ${postingId})
    INSERT INTO "posting_revision"
      ("title", "html", "contentHash", "url", "author", "imageUrl", "foundAt", "replacedAt", "postingId")
    SELECT r."title", r."html", r."contentHash", r."url", r."author", r."imageUrl", r."foundAt", r."replacedAt", r."postingId"
    FROM replaced r
    WHERE ${isVisible} OR (${wasKept(null)} AND (r."html", r."url", r."author", r."imageUrl")
      <> (${html}, ${url ?? ''}, ${author ?? ''}, ${imageUrl ?? ''}))`
  await transaction.$executeRaw`
    WITH kept AS (
      SELECT "id", row_number() OVER (ORDER BY "id") AS "first", row_number() OVER (ORDER BY "id" DESC) AS "last"
      FROM "posting_revision" WHERE "postingId" = ${postingId})
    DELETE FROM "posting_revision" r USING kept k
    WHERE r."id" = k."id" AND k."first" > 1 AND k."last" > ${latestKept} AND NOT ${wasKept(null)}`
}

/** Keys of one posting. A feed that gives all ids anew each time is known by its texts, as it was before the key was stored, and would fill the table. */
const mostKeys = 20

/** Stores further keys of postings, so that they are known by them from now on. */
export async function storeAliases(
  transaction: Transaction,
  sourceId: number,
  aliases: readonly PostingAlias[],
  foundAt: number,
): Promise<void> {
  if (aliases.length === 0) return
  const rows = aliases.map(({ key, postingId }) => ({ key, postingId: postingId.toString() }))
  await transaction.$executeRaw`
    INSERT INTO "posting_alias" ("sourceId", "key", "foundAt", "postingId")
    SELECT ${sourceId}, row."key", ${new Date(foundAt)}, row."postingId"
    FROM json_to_recordset(${jsonRows(rows)}::json) AS row("key" text, "postingId" bigint)
    WHERE (SELECT count(*) FROM "posting_alias" a WHERE a."postingId" = row."postingId") < ${mostKeys}
    ON CONFLICT DO NOTHING`
}
