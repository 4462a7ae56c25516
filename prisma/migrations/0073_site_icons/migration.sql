-- AlterTable
ALTER TABLE "source" ADD COLUMN     "iconDueAt" TIMESTAMPTZ(3);

-- CreateIndex
CREATE INDEX "source_iconDueAt_idx" ON "source"("iconDueAt") WHERE ("iconDueAt" IS NOT NULL);
