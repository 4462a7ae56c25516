-- DropIndex
DROP INDEX "source_archiveOwnerId_idx";

-- DropIndex
DROP INDEX "source_archivedUrl_idx";

-- CreateIndex
CREATE INDEX "source_archiveOwnerId_idx" ON "source"("archiveOwnerId") WHERE ("archiveOwnerId" IS NOT NULL);

-- CreateIndex
CREATE INDEX "source_archivedUrl_idx" ON "source"("archivedUrl") WHERE ("archivedUrl" IS NOT NULL);

-- Sources whose pages are read are few: no index over all subscriptions finds them.
DROP INDEX "subscription_fullText_sourceId_idx";
CREATE INDEX "subscription_full_text_idx" ON "subscription"("sourceId") WHERE ("fullText");

-- Leases come and go without touching an index: room on their page lets them stay out of all indexes (HOT).
ALTER TABLE "source" SET (fillfactor = 70);
ALTER TABLE "host" SET (fillfactor = 70);
