-- AlterTable
ALTER TABLE "alert_channel" ADD COLUMN     "sessionId" TEXT;

-- CreateIndex
CREATE INDEX "alert_channel_sessionId_idx" ON "alert_channel"("sessionId");

-- With the transaction that ends a session, whoever does that, end the browsers that were added in it. In one order: senders note
-- several channels at a time, too.
CREATE FUNCTION "end_browsers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH "over" AS (
    SELECT c."id" FROM "alert_channel" c JOIN "ended" e ON e."id" = c."sessionId"
    WHERE c."endedAt" IS NULL ORDER BY c."id" FOR NO KEY UPDATE OF c)
  UPDATE "alert_channel" c SET "endedAt" = now() FROM "over" WHERE c."id" = "over"."id";
  RETURN NULL;
END $$;

CREATE TRIGGER "sessions_ended" AFTER DELETE ON "session"
REFERENCING OLD TABLE AS "ended" FOR EACH STATEMENT EXECUTE FUNCTION "end_browsers"();
