-- AlterTable
ALTER TABLE "source" ADD COLUMN     "archiveOwnerId" TEXT,
ADD COLUMN     "archivedUrl" TEXT;

-- CreateIndex
CREATE INDEX "source_archiveOwnerId_idx" ON "source"("archiveOwnerId");

-- CreateIndex
CREATE INDEX "source_archivedUrl_idx" ON "source"("archivedUrl");

-- AddForeignKey
ALTER TABLE "source" ADD CONSTRAINT "source_archiveOwnerId_fkey" FOREIGN KEY ("archiveOwnerId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
