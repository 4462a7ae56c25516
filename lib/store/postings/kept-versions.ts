import { Prisma } from '#lib/store/generated/client.ts'

/**
 * Somebody, or the subscriber that is named, starred the posting, put it off, noted, marked or labelled something in it
 * while version `r` was its text.
 */
export function wasKept(subscriberId: string | null): Prisma.Sql {
  const ofSubscriber = (row: Prisma.Sql) =>
    subscriberId === null ? Prisma.empty : Prisma.sql`AND ${row}."subscriberId" = ${subscriberId}`
  return Prisma.sql`(
    EXISTS (SELECT 1 FROM "posting_state" t WHERE t."postingId" = r."postingId" ${ofSubscriber(Prisma.sql`t`)} AND (
      ${saidAt(Prisma.sql`t."starredAt"`)} OR ${saidAt(Prisma.sql`t."laterAt"`)} OR ${saidAt(Prisma.sql`t."notedAt"`)}))
    OR EXISTS (SELECT 1 FROM "posting_state" t JOIN "posting_highlight" h
      ON h."subscriberId" = t."subscriberId" AND h."postingId" = t."postingId"
      WHERE t."postingId" = r."postingId" ${ofSubscriber(Prisma.sql`t`)} AND t."notedAt" IS NOT NULL AND ${saidAt(Prisma.sql`h."createdAt"`)})
    OR EXISTS (SELECT 1 FROM "posting_label" l WHERE l."postingId" = r."postingId" ${ofSubscriber(Prisma.sql`l`)}
      AND ${saidAt(Prisma.sql`l."createdAt"`)}))`
}

/** Whether version `r` was the text at an instant. What a star of another reader was set on before the posting was found here is its first version. */
export function saidAt(at: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(${at} < r."replacedAt" AND r."foundAt" <= greatest(${at},
    (SELECT g."foundAt" FROM "posting" g WHERE g."id" = r."postingId")))`
}

/** Joins to postings `p` as `v` what they said at an instant, as far as that was replaced since and is still stored. */
export function joinVersionOf(at: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`
    LEFT JOIN LATERAL (SELECT r."id", r."title", r."html", r."contentHash", r."url", r."author", r."imageUrl",
        r."foundAt", r."replacedAt" FROM "posting_revision" r
      WHERE r."postingId" = p."id" AND r."replacedAt" > ${at} ORDER BY r."id" LIMIT 1) v ON true`
}

/** Title, address, author and picture of `v`, or else of `p`; for the text see there. */
export const saidThen = Prisma.sql`coalesce(v."title", p."title") AS "title", nullif(coalesce(v."url", p."url"), '') AS "url",
  nullif(coalesce(v."author", p."author"), '') AS "author", nullif(coalesce(v."imageUrl", p."imageUrl"), '') AS "imageUrl"`
