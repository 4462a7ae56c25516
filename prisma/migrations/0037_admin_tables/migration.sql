-- AlterTable
ALTER TABLE "plan" ADD COLUMN     "delayRoot" DOUBLE PRECISION,
ADD COLUMN     "pollsRoot" DOUBLE PRECISION;

-- CreateTable
CREATE TABLE "source_listing" (
    "sourceId" INTEGER NOT NULL,
    "text" TEXT NOT NULL,
    "subscribers" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "source_listing_pkey" PRIMARY KEY ("sourceId")
);

-- CreateTable
CREATE TABLE "subscription_change" (
    "id" BIGSERIAL NOT NULL,
    "sourceId" INTEGER NOT NULL,
    "change" INTEGER NOT NULL,

    CONSTRAINT "subscription_change_pkey" PRIMARY KEY ("id")
);

-- AddForeignKey
ALTER TABLE "source_listing" ADD CONSTRAINT "source_listing_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

CREATE FUNCTION "list_source"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "source_listing" ("sourceId", "text")
  VALUES (NEW."id", lower(NEW."title" || E'\n' || NEW."url" || E'\n' || NEW."hostName"))
  ON CONFLICT ("sourceId") DO UPDATE SET "text" = excluded."text";
  RETURN NULL;
END $$;

CREATE TRIGGER "source_made" AFTER INSERT ON "source" FOR EACH ROW EXECUTE FUNCTION "list_source"();

CREATE TRIGGER "source_renamed" AFTER UPDATE OF "title", "url", "hostName" ON "source"
FOR EACH ROW WHEN ((OLD."title", OLD."url", OLD."hostName") IS DISTINCT FROM (NEW."title", NEW."url", NEW."hostName"))
EXECUTE FUNCTION "list_source"();

-- One row a source and statement: a counter in the source's own row would make subscribers wait for each other, in any order.
CREATE FUNCTION "note_subscriptions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "subscription_change" ("sourceId", "change")
  SELECT c."sourceId", (CASE WHEN TG_OP = 'INSERT' THEN 1 ELSE -1 END) * count(*) FROM "changed" c GROUP BY c."sourceId";
  RETURN NULL;
END $$;

CREATE TRIGGER "subscriptions_made" AFTER INSERT ON "subscription"
REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_subscriptions"();

CREATE TRIGGER "subscriptions_ended" AFTER DELETE ON "subscription"
REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_subscriptions"();

CREATE FUNCTION "note_moved_subscription"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "subscription_change" ("sourceId", "change") VALUES (OLD."sourceId", -1), (NEW."sourceId", 1);
  RETURN NULL;
END $$;

CREATE TRIGGER "subscription_moved" AFTER UPDATE OF "sourceId" ON "subscription"
FOR EACH ROW WHEN (OLD."sourceId" <> NEW."sourceId") EXECUTE FUNCTION "note_moved_subscription"();

-- After the triggers: making them holds off whoever would change what is read here.
INSERT INTO "source_listing" ("sourceId", "text", "subscribers")
SELECT s."id", lower(s."title" || E'\n' || s."url" || E'\n' || s."hostName"),
  (SELECT count(*) FROM "subscription" u WHERE u."sourceId" = s."id")
FROM "source" s;

-- A server without the extension, or a user who may not create it, reads all texts in a search.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "source_listing_text_idx" ON "source_listing" USING GIN ("text" gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE NOTICE 'pg_trgm cannot be had: a search for sources reads all their names';
END $$;
