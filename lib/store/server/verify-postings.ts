import { Prisma } from '#lib/store/generated/client.ts'
import type { Invariant } from './invariant.ts'

/**
 * The counts that each poll says it brought, beside what is there of it; of a source's polls that were rolled up, together, under a null:
 * their days keep the count.
 */
const counted = Prisma.sql`
  SELECT "pollId", "sourceId", sum("said")::int AS "said", sum("found")::int AS "found" FROM (
    SELECT p."id" AS "pollId", coalesce(p."sourceId", g."sourceId") AS "sourceId",
      coalesce(p."newPostings", 0) AS "said", coalesce(g."found", 0) AS "found"
    FROM "poll" p FULL JOIN (
      SELECT "pollId", "sourceId", count(*) AS "found" FROM "posting" WHERE "pollId" IS NOT NULL GROUP BY 1, 2
    ) g ON g."pollId" = p."id" AND g."sourceId" = p."sourceId"
    WHERE coalesce(p."newPostings", 0) <> coalesce(g."found", 0)
    UNION ALL SELECT NULL, "sourceId", "newPostings", 0 FROM "poll_day" WHERE "newPostings" > 0
  ) one GROUP BY 1, 2`

/**
 * Polls of which more is there than they say, and of which less is, where the source misses more than retention can have removed of it. A
 * removed posting left one hash or more, one for each of its keys, so the hashes are as many as were removed, or more: a source loses unseen
 * as many as it had other keys of removed postings. Postings that a hub brought have no poll, and of its deliveries none is kept that was
 * stored: their loss is not seen, and those that were removed excuse as many others. Nothing is concluded from ages: retention may have
 * run by a clock that was ahead.
 */
const miscounted = Prisma.sql`
  SELECT coalesce('poll ' || c."pollId", 'rolled-up polls') || ' of source ' || c."sourceId" || ': ' || c."said" || ', not '
    || c."found" || ' (of the source ' || c."missing" || ' are missing, ' || coalesce(f."count", 0) || ' removed at most)' AS "what"
  FROM (
    SELECT c.*, sum(greatest(0, c."said" - c."found")) OVER (PARTITION BY c."sourceId") AS "missing" FROM (${counted}) c
  ) c LEFT JOIN (SELECT "sourceId", count(*) AS "count" FROM "forgotten_posting" GROUP BY 1) f ON f."sourceId" = c."sourceId"
  WHERE (c."found" > c."said" AND c."pollId" IS NOT NULL)
    OR (c."found" < c."said" AND c."missing" > coalesce(f."count", 0))`

/** The invariants of postings: each stored once, by the poll that found it, and searchable. */
export const postingInvariants: readonly Invariant[] = [
  { name: 'polls brought the postings that they say', broken: miscounted },
  {
    name: 'postings are of a poll that is stored, or counted in its day',
    broken: Prisma.sql`
      SELECT 'posting ' || g."id" AS "what" FROM "posting" g
      LEFT JOIN "poll" p ON p."id" = g."pollId" AND p."sourceId" = g."sourceId"
      WHERE g."pollId" IS NOT NULL AND p."id" IS NULL AND NOT EXISTS (
        SELECT 1 FROM "poll_day" d WHERE d."sourceId" = g."sourceId" AND d."day" BETWEEN
          (g."foundAt" AT TIME ZONE 'UTC')::date - 1 AND (g."foundAt" AT TIME ZONE 'UTC')::date)`, // stored after midnight
  },
  {
    // The key is what no other posting of the source can have; the tables of postings' parts cannot see to that.
    name: 'no posting is stored twice, under a key or an alias',
    broken: Prisma.sql`
      SELECT 'posting ' || g."id" || ', key ' || g."key" AS "what" FROM "posting" g
      LEFT JOIN "posting_alias" a ON a."sourceId" = g."sourceId" AND a."key" = g."key"
      WHERE a."postingId" IS DISTINCT FROM g."id"`,
  },
  {
    name: 'aliases, clues and search documents are of the source of their posting',
    broken: Prisma.sql`
      SELECT 'alias ' || a."key" AS "what" FROM "posting_alias" a JOIN "posting" g ON g."id" = a."postingId"
      WHERE g."sourceId" <> a."sourceId"
      UNION ALL SELECT 'clue of posting ' || c."postingId" FROM "posting_clue" c
      JOIN "posting" g ON g."id" = c."postingId" WHERE g."sourceId" <> c."sourceId"
      UNION ALL SELECT 'search document of posting ' || d."postingId" FROM "posting_search" d
      LEFT JOIN "posting" g ON g."id" = d."postingId" AND g."sourceId" = d."sourceId" WHERE g."id" IS NULL`,
  },
  {
    name: 'postings are searchable as far as the index says',
    // Where a rule ends searching after some days, or did once, documents are missing as they should.
    broken: Prisma.sql`
      SELECT 'posting ' || g."id" AS "what" FROM "search_progress" s
      JOIN "posting" g ON g."id" BETWEEN s."fromId" AND s."throughId"
      LEFT JOIN "posting_search" d ON d."postingId" = g."id"
      WHERE d."postingId" IS NULL AND NOT EXISTS (SELECT 1 FROM "server_settings" WHERE "searchableDays" IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM "tally" WHERE "name" = 'removed' AND "label" = 'search-documents' AND "value" > 0)`,
  },
  {
    name: 'a source holds what its document held',
    broken: Prisma.sql`
      SELECT 'source ' || w."sourceId" || ', posting ' || h."id" AS "what"
      FROM "source_window" w CROSS JOIN LATERAL unnest(w."heldIds") h("id")
      LEFT JOIN "posting" g ON g."id" = h."id" AND g."sourceId" = w."sourceId" WHERE g."id" IS NULL`,
  },
  {
    // Archives aside: what somebody brought twice is in the same story twice.
    name: 'a story has one posting of a source',
    broken: Prisma.sql`
      SELECT 'story ' || g."clusterId" || ' of source ' || g."sourceId" AS "what" FROM "posting" g
      JOIN "source" s ON s."id" = g."sourceId" AND s."archiveOwnerId" IS NULL
      WHERE g."clusterId" IS NOT NULL GROUP BY g."clusterId", g."sourceId" HAVING count(*) > 1`,
  },
  {
    name: 'archives hold what their owners brought, as they brought it',
    broken: Prisma.sql`
      SELECT 'posting ' || g."id" AS "what" FROM "source" s JOIN "posting" g ON g."sourceId" = s."id"
      WHERE s."archiveOwnerId" IS NOT NULL AND (g."pollId" IS NOT NULL OR g."editedAt" IS NOT NULL)
      UNION ALL SELECT 'a posting removed from archive ' || f."sourceId" FROM "forgotten_posting" f
      JOIN "source" s ON s."id" = f."sourceId" WHERE s."archiveOwnerId" IS NOT NULL
      UNION ALL SELECT 'archive ' || s."id" || ' is polled' FROM "source" s
      WHERE s."archiveOwnerId" IS NOT NULL AND s."nextPollAt" IS NOT NULL`,
  },
  {
    name: 'what goes through the postings is not ahead of them',
    broken: Prisma.sql`
      SELECT p."what" FROM (
        SELECT 'stories' AS "what", "throughId" AS "id" FROM "clustering_progress"
        UNION ALL SELECT 'search', "throughId" FROM "search_progress"
        UNION ALL SELECT 'alerts', "throughId" FROM "alert_progress"
        UNION ALL SELECT 'alert ' || "id", "afterId" FROM "alert"
      ) p WHERE p."id" > (SELECT "last_value" FROM "posting_id_seq")`,
  },
]
