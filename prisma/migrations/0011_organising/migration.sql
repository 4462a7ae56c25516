-- DropIndex
DROP INDEX "folder_subscriberId_name_key";

-- AlterTable
ALTER TABLE "folder" ADD COLUMN     "parentId" INTEGER;

-- AlterTable
ALTER TABLE "posting_state" ADD COLUMN     "laterAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "isApart" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "isMuted" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "position" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "user" ADD COLUMN     "shownFolders" TEXT NOT NULL DEFAULT 'all',
ADD COLUMN     "sourceOrder" TEXT NOT NULL DEFAULT 'name';

-- CreateTable
CREATE TABLE "label" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "subscriberId" TEXT NOT NULL,

    CONSTRAINT "label_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscription_label" (
    "labelId" INTEGER NOT NULL,
    "subscriptionId" INTEGER NOT NULL,

    CONSTRAINT "subscription_label_pkey" PRIMARY KEY ("labelId","subscriptionId")
);

-- CreateTable
CREATE TABLE "posting_label" (
    "postingId" BIGINT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "labelId" INTEGER NOT NULL,
    "subscriberId" TEXT NOT NULL,

    CONSTRAINT "posting_label_pkey" PRIMARY KEY ("labelId","postingId")
);

-- CreateTable
CREATE TABLE "ended_subscription" (
    "id" INTEGER NOT NULL,
    "endedAt" TIMESTAMPTZ(3) NOT NULL,
    "kept" JSONB NOT NULL,
    "sourceId" INTEGER NOT NULL,
    "subscriberId" TEXT NOT NULL,

    CONSTRAINT "ended_subscription_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "label_subscriberId_name_key" ON "label"("subscriberId", "name");

-- CreateIndex
CREATE INDEX "subscription_label_subscriptionId_idx" ON "subscription_label"("subscriptionId");

-- CreateIndex
CREATE INDEX "posting_label_subscriberId_postingId_idx" ON "posting_label"("subscriberId", "postingId");

-- CreateIndex
CREATE INDEX "ended_subscription_subscriberId_endedAt_idx" ON "ended_subscription"("subscriberId", "endedAt");

-- CreateIndex
CREATE INDEX "ended_subscription_sourceId_idx" ON "ended_subscription"("sourceId");

-- CreateIndex
CREATE INDEX "folder_parentId_idx" ON "folder"("parentId");

-- CreateIndex
CREATE UNIQUE INDEX "folder_subscriberId_parentId_name_key" ON "folder"("subscriberId", "parentId", "name") NULLS NOT DISTINCT;

-- CreateIndex
CREATE INDEX "posting_state_subscriberId_laterAt_idx" ON "posting_state"("subscriberId", "laterAt");

-- AddForeignKey
ALTER TABLE "folder" ADD CONSTRAINT "folder_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "folder"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "label" ADD CONSTRAINT "label_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_label" ADD CONSTRAINT "subscription_label_labelId_fkey" FOREIGN KEY ("labelId") REFERENCES "label"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_label" ADD CONSTRAINT "subscription_label_subscriptionId_fkey" FOREIGN KEY ("subscriptionId") REFERENCES "subscription"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "posting_label" ADD CONSTRAINT "posting_label_labelId_fkey" FOREIGN KEY ("labelId") REFERENCES "label"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ended_subscription" ADD CONSTRAINT "ended_subscription_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ended_subscription" ADD CONSTRAINT "ended_subscription_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
