-- AlterTable
ALTER TABLE "server_settings" ADD COLUMN     "fairShare" DOUBLE PRECISION NOT NULL DEFAULT 5,
ADD COLUMN     "isPaused" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "popularity" DOUBLE PRECISION NOT NULL DEFAULT 1,
ADD COLUMN     "sayStrength" DOUBLE PRECISION NOT NULL DEFAULT 2;

-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "wantsFast" BOOLEAN NOT NULL DEFAULT false;

-- CreateIndex
CREATE INDEX "subscription_fast_source_idx" ON "subscription"("sourceId", "subscriberId") WHERE ("wantsFast");

-- CreateIndex
CREATE INDEX "subscription_fast_subscriber_idx" ON "subscription"("subscriberId") WHERE ("wantsFast");
