-- AlterTable
ALTER TABLE "posting_state" ADD COLUMN     "readAt" TIMESTAMPTZ(3);

-- What was marked so far counts from when its row last changed, as it did until now.
UPDATE "posting_state" SET "readAt" = "updatedAt" WHERE "isRead" IS NOT NULL;
