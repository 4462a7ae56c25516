-- A story has one posting of a source. Of those that were put together by a form they fill in, each source keeps its first,
-- with which is the one that gave the cluster its number. Of one source alone, there is no story.
UPDATE "posting" p SET "clusterId" = NULL
FROM (
  SELECT "id", row_number() OVER (PARTITION BY "clusterId", "sourceId" ORDER BY "id") AS "place",
    min("sourceId") OVER (PARTITION BY "clusterId") = max("sourceId") OVER (PARTITION BY "clusterId") AS "isAlone"
  FROM "posting" WHERE "clusterId" IS NOT NULL
) g
WHERE p."id" = g."id" AND (g."place" > 1 OR g."isAlone");
