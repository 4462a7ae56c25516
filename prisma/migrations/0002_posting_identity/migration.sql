-- AlterTable
ALTER TABLE "posting" ADD COLUMN     "clusterId" BIGINT;

-- CreateTable
CREATE TABLE "posting_alias" (
    "key" TEXT NOT NULL,
    "foundAt" TIMESTAMPTZ(3) NOT NULL,
    "sourceId" INTEGER NOT NULL,
    "postingId" BIGINT NOT NULL,

    CONSTRAINT "posting_alias_pkey" PRIMARY KEY ("sourceId","key")
);

-- CreateTable
CREATE TABLE "posting_revision" (
    "id" BIGSERIAL NOT NULL,
    "title" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "contentHash" TEXT NOT NULL,
    "foundAt" TIMESTAMPTZ(3) NOT NULL,
    "replacedAt" TIMESTAMPTZ(3) NOT NULL,
    "postingId" BIGINT NOT NULL,

    CONSTRAINT "posting_revision_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "posting_clue" (
    "clue" BIGINT NOT NULL,
    "fingerprint" BIGINT,
    "shownAt" TIMESTAMPTZ(3) NOT NULL,
    "sourceId" INTEGER NOT NULL,
    "postingId" BIGINT NOT NULL,

    CONSTRAINT "posting_clue_pkey" PRIMARY KEY ("clue","postingId")
);

-- CreateTable
CREATE TABLE "clustering_progress" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "throughId" BIGINT NOT NULL,

    CONSTRAINT "clustering_progress_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "posting_alias_postingId_idx" ON "posting_alias"("postingId");

-- CreateIndex
CREATE INDEX "posting_revision_postingId_id_idx" ON "posting_revision"("postingId", "id");

-- CreateIndex
CREATE INDEX "posting_clue_shownAt_idx" ON "posting_clue"("shownAt");

-- CreateIndex
CREATE INDEX "posting_clue_postingId_idx" ON "posting_clue"("postingId");

-- CreateIndex
CREATE INDEX "posting_clusterId_idx" ON "posting"("clusterId");

-- AddForeignKey
ALTER TABLE "posting_alias" ADD CONSTRAINT "posting_alias_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "posting_alias" ADD CONSTRAINT "posting_alias_postingId_fkey" FOREIGN KEY ("postingId") REFERENCES "posting"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "posting_revision" ADD CONSTRAINT "posting_revision_postingId_fkey" FOREIGN KEY ("postingId") REFERENCES "posting"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "posting_clue" ADD CONSTRAINT "posting_clue_postingId_fkey" FOREIGN KEY ("postingId") REFERENCES "posting"("id") ON DELETE CASCADE ON UPDATE CASCADE;
