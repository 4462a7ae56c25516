-- Reasons are codes with values, put into words where they are read. The sentences there are stay as they were written.
CREATE FUNCTION "said"(sentence text) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN sentence <> '' THEN jsonb_build_object('code', 'text', 'values', jsonb_build_object('text', sentence)) END
$$;

ALTER TABLE "source"
  ALTER COLUMN "lastError" TYPE JSONB USING "said"("lastError"),
  ALTER COLUMN "nextPollReason" DROP DEFAULT,
  ALTER COLUMN "nextPollReason" DROP NOT NULL,
  ALTER COLUMN "nextPollReason" TYPE JSONB USING "said"("nextPollReason");

ALTER TABLE "push_subscription"
  ALTER COLUMN "lastError" TYPE JSONB USING "said"("lastError");

ALTER TABLE "poll"
  ALTER COLUMN "plannedReason" DROP DEFAULT,
  ALTER COLUMN "plannedReason" DROP NOT NULL,
  ALTER COLUMN "plannedReason" TYPE JSONB USING "said"("plannedReason"),
  ALTER COLUMN "error" TYPE JSONB USING "said"("error"),
  ALTER COLUMN "reason" DROP DEFAULT,
  ALTER COLUMN "reason" DROP NOT NULL,
  ALTER COLUMN "reason" TYPE JSONB USING "said"("reason");

DROP FUNCTION "said"(text);
