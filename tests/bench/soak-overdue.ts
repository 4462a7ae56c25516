/**
 * Polls and plans that the clearing of the day before should have removed, as two columns of a statement. How many there are in all depends on
 * the hour of a clearing, as what stays begins at a midnight; of these there are none, whenever it is. Now is when the last poll
 * or plan was made, by whatever clock.
 */
export const overdueColumns = `
  (SELECT count(*)::int FROM (SELECT "finishedAt", row_number() OVER (PARTITION BY "sourceId" ORDER BY "finishedAt" DESC, "id" DESC) AS "place"
    FROM "poll" WHERE "finishedAt" < (SELECT "yesterday" FROM "overdue")) k
    WHERE k."place" > 20 AND k."finishedAt" < (SELECT "at" FROM "overdue")) AS "polls overdue",
  (SELECT count(*)::int FROM "plan" p WHERE p."madeAt" < (SELECT "at" FROM "overdue")
    AND EXISTS (SELECT 1 FROM "plan" n WHERE n."sourceId" = p."sourceId" AND n."madeAt" < (SELECT "at" FROM "overdue")
      AND (n."madeAt", n."id") > (p."madeAt", p."id"))
    AND NOT EXISTS (SELECT 1 FROM "poll" k WHERE k."planId" = p."id")
    AND NOT EXISTS (SELECT 1 FROM "source" s WHERE s."planId" = p."id")) AS "plans overdue"`

/** The rows that the columns read: before when everything of the past is due for removal since yesterday, and when that began, as 20 polls stay that were the latest then. */
export const overdueWith = `WITH "overdue" AS (
  SELECT "yesterday", "yesterday" - make_interval(days => (SELECT "pollHistoryDays" FROM "server_settings")) AS "at" FROM (
    SELECT date_trunc('day', greatest((SELECT max("finishedAt") FROM "poll"), (SELECT max("madeAt") FROM "plan")), 'UTC')
      - interval '1 day' AS "yesterday") y)`
