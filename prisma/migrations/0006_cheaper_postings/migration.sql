-- DropForeignKey
ALTER TABLE "posting" DROP CONSTRAINT "posting_pollId_fkey";

-- DropIndex
DROP INDEX "posting_clusterId_idx";

-- DropIndex
DROP INDEX "posting_foundAt_idx";

-- CreateIndex
CREATE INDEX "posting_foundAt_idx" ON "posting"("foundAt") WHERE (NOT "isInitial");

-- CreateIndex
CREATE INDEX "posting_clusterId_idx" ON "posting"("clusterId") WHERE ("clusterId" IS NOT NULL);
