-- AlterTable
ALTER TABLE "server_settings" ADD COLUMN     "keepReadDays" INTEGER,
ADD COLUMN     "keepUnreadDays" INTEGER,
ADD COLUMN     "keepUnsubscribedDays" INTEGER,
ADD COLUMN     "mostPostings" INTEGER,
ADD COLUMN     "searchableDays" INTEGER;

-- CreateTable
CREATE TABLE "forgotten_posting" (
    "sourceId" INTEGER NOT NULL,
    "keyHash" BIGINT NOT NULL,
    "titleHash" INTEGER NOT NULL,
    "urlHash" INTEGER,
    "claimedHash" INTEGER,

    CONSTRAINT "forgotten_posting_pkey" PRIMARY KEY ("sourceId","keyHash")
);

-- CreateTable
CREATE TABLE "source_window" (
    "sourceId" INTEGER NOT NULL,
    "throughId" BIGINT NOT NULL,
    "heldIds" BIGINT[],

    CONSTRAINT "source_window_pkey" PRIMARY KEY ("sourceId")
);

-- CreateIndex
CREATE INDEX "posting_label_postingId_idx" ON "posting_label"("postingId");

-- CreateIndex
CREATE INDEX "posting_state_kept_idx" ON "posting_state"("postingId") WHERE ("starredAt" IS NOT NULL OR "laterAt" IS NOT NULL OR "notedAt" IS NOT NULL OR NOT "isRead");

-- AddForeignKey
ALTER TABLE "forgotten_posting" ADD CONSTRAINT "forgotten_posting_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source_window" ADD CONSTRAINT "source_window_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;
