-- DropIndex
DROP INDEX "source_archiveOwnerId_idx";

-- DropIndex
DROP INDEX "source_archivedUrl_idx";

-- CreateIndex
CREATE INDEX "source_archiveOwnerId_idx" ON "source"("archiveOwnerId") WHERE ("archiveOwnerId" IS NOT NULL);

-- CreateIndex
CREATE INDEX "source_archivedUrl_idx" ON "source"("archivedUrl") WHERE ("archivedUrl" IS NOT NULL);

-- Leases come and go without touching an index: room on their page lets them stay out of all indexes (HOT).
ALTER TABLE "source" SET (fillfactor = 70);
ALTER TABLE "host" SET (fillfactor = 70);
