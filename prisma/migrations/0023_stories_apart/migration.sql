-- A story has one posting of a source. Of those that were put together by a form they fill in, each source keeps its first,
-- with which is the one that gave the cluster its number.
UPDATE "posting" p SET "clusterId" = NULL
FROM (
  SELECT "id", row_number() OVER (PARTITION BY "clusterId", "sourceId" ORDER BY "id") AS "place"
  FROM "posting" WHERE "clusterId" IS NOT NULL
) g
WHERE p."id" = g."id" AND g."place" > 1;
