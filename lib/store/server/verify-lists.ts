import { Prisma } from '#lib/store/generated/client.ts'
import type { Invariant } from './invariant.ts'

/** The invariants of subscribers: their marks, what they keep, and what they were told. */
export const listsInvariants: readonly Invariant[] = [
  {
    name: 'read marks are of postings that were stored',
    broken: Prisma.sql`
      SELECT 'subscription ' || "id" || ' through ' || "readThrough" AS "what" FROM "subscription"
      WHERE "readThrough" < 0 OR "readThrough" > (SELECT "last_value" FROM "posting_id_seq")`,
  },
  {
    name: 'states are of the source of their posting',
    broken: Prisma.sql`
      SELECT 'posting ' || t."postingId" || ' of ' || t."subscriberId" AS "what" FROM "posting_state" t
      LEFT JOIN "posting" g ON g."id" = t."postingId"
      WHERE g."sourceId" <> t."sourceId" OR t."postingId" > (SELECT "last_value" FROM "posting_id_seq")`,
  },
  {
    name: 'what somebody keeps is there',
    broken: Prisma.sql`
      SELECT 'posting ' || k."postingId" || ' of ' || k."subscriberId" AS "what" FROM (
        SELECT "subscriberId", "postingId" FROM "posting_state"
        WHERE "starredAt" IS NOT NULL OR "laterAt" IS NOT NULL OR "notedAt" IS NOT NULL
        UNION SELECT "subscriberId", "postingId" FROM "posting_label"
        UNION SELECT "subscriberId", "postingId" FROM "posting_note"
        UNION SELECT "subscriberId", "postingId" FROM "posting_highlight"
      ) k LEFT JOIN "posting" g ON g."id" = k."postingId" WHERE g."id" IS NULL`,
  },
  {
    name: 'labels, notes and highlights have a state that says so',
    broken: Prisma.sql`
      SELECT 'label ' || l."labelId" || ' on posting ' || l."postingId" AS "what" FROM "posting_label" l
      LEFT JOIN "label" n ON n."id" = l."labelId" AND n."subscriberId" = l."subscriberId"
      LEFT JOIN "posting_state" t ON t."subscriberId" = l."subscriberId" AND t."postingId" = l."postingId"
      WHERE n."id" IS NULL OR t."postingId" IS NULL
      UNION ALL
      SELECT 'notes of ' || coalesce(t."subscriberId", n."subscriberId") || ' on posting '
        || coalesce(t."postingId", n."postingId")
      FROM (SELECT * FROM "posting_state" WHERE "notedAt" IS NOT NULL) t
      FULL JOIN (SELECT "subscriberId", "postingId" FROM "posting_note"
        UNION SELECT "subscriberId", "postingId" FROM "posting_highlight") n
      ON n."subscriberId" = t."subscriberId" AND n."postingId" = t."postingId"
      WHERE t."postingId" IS NULL OR n."postingId" IS NULL`,
  },
  {
    name: 'archives are for their owners alone',
    broken: Prisma.sql`
      SELECT 'archive ' || u."sourceId" || ', subscription ' || u."id" AS "what" FROM "subscription" u
      JOIN "source" s ON s."id" = u."sourceId" WHERE s."archiveOwnerId" IS NOT NULL
      UNION ALL SELECT 'archive ' || s."id" || ', posting ' || k."postingId" || ' of ' || k."subscriberId" FROM (
        SELECT "subscriberId", "postingId" FROM "posting_state"
        UNION SELECT "subscriberId", "postingId" FROM "posting_label"
        UNION SELECT "subscriberId", "postingId" FROM "posting_note"
        UNION SELECT "subscriberId", "postingId" FROM "posting_highlight"
        UNION SELECT "subscriberId", "postingId" FROM "media_position"
        UNION SELECT "subscriberId", "postingId" FROM "story_split"
      ) k JOIN "posting" g ON g."id" = k."postingId" JOIN "source" s ON s."id" = g."sourceId"
      WHERE s."archiveOwnerId" <> k."subscriberId"`,
  },
  {
    name: 'folders and labels are of the subscriber who uses them',
    broken: Prisma.sql`
      SELECT 'subscription ' || u."id" || ' in folder ' || f."id" AS "what" FROM "subscription" u
      JOIN "folder" f ON f."id" = u."folderId" WHERE f."subscriberId" <> u."subscriberId"
      UNION ALL SELECT 'folder ' || f."id" || ' in folder ' || o."id" FROM "folder" f
      JOIN "folder" o ON o."id" = f."parentId" WHERE o."subscriberId" <> f."subscriberId"
      UNION ALL SELECT 'label ' || l."id" || ' on subscription ' || u."id" FROM "subscription_label" x
      JOIN "label" l ON l."id" = x."labelId" JOIN "subscription" u ON u."id" = x."subscriptionId"
      WHERE l."subscriberId" <> u."subscriberId"`,
  },
  {
    name: 'rules wait for postings that are there',
    broken: Prisma.sql`
      SELECT 'posting ' || d."postingId" || ' of ' || d."subscriberId" AS "what" FROM "rule_due" d
      LEFT JOIN "posting" g ON g."id" = d."postingId" WHERE g."id" IS NULL`,
  },
  {
    name: 'events tell of sources and subscribers that are there',
    broken: Prisma.sql`
      SELECT 'event ' || e."id" AS "what" FROM "event" e
      LEFT JOIN "source" s ON s."id" = e."sourceId" LEFT JOIN "user" u ON u."id" = e."subscriberId"
      WHERE (e."sourceId" IS NOT NULL AND s."id" IS NULL) OR (e."subscriberId" IS NOT NULL AND u."id" IS NULL)`,
  },
]
