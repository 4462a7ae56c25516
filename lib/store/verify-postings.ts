import { Prisma } from './generated/client.ts'
import type { Invariant } from './verify.ts'

/** What holds of postings: each stored once, by the poll that found it, and searchable. */
export const postingInvariants: readonly Invariant[] = [
  {
    name: 'polls brought the postings that they say',
    // Fewer are there where retention removed some of the source since.
    broken: Prisma.sql`
      SELECT 'poll ' || p."id" || ' of source ' || p."sourceId" || ': ' || p."newPostings" || ', not '
        || coalesce(g."found", 0) AS "what"
      FROM "poll" p LEFT JOIN (
        SELECT "pollId", "sourceId", count(*)::int AS "found" FROM "posting" WHERE "pollId" IS NOT NULL GROUP BY 1, 2
      ) g ON g."pollId" = p."id" AND g."sourceId" = p."sourceId"
      WHERE p."newPostings" <> coalesce(g."found", 0) AND (p."newPostings" < coalesce(g."found", 0)
        OR NOT EXISTS (SELECT 1 FROM "forgotten_posting" f WHERE f."sourceId" = p."sourceId"))`,
  },
  {
    name: 'postings are of a poll that is stored, or counted in its day',
    broken: Prisma.sql`
      SELECT 'posting ' || g."id" AS "what" FROM "posting" g
      LEFT JOIN "poll" p ON p."id" = g."pollId" AND p."sourceId" = g."sourceId"
      WHERE g."pollId" IS NOT NULL AND p."id" IS NULL AND NOT EXISTS (
        SELECT 1 FROM "poll_day" d WHERE d."sourceId" = g."sourceId" AND d."day" = (g."foundAt" AT TIME ZONE 'UTC')::date)`,
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
    name: 'a story has one posting of a source',
    broken: Prisma.sql`
      SELECT 'story ' || "clusterId" || ' of source ' || "sourceId" AS "what" FROM "posting"
      WHERE "clusterId" IS NOT NULL GROUP BY "clusterId", "sourceId" HAVING count(*) > 1`,
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
