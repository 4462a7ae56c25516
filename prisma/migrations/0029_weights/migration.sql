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

-- AlterTable
ALTER TABLE "audit_log" ADD COLUMN     "change" JSONB,
ADD COLUMN     "revertsId" BIGINT;

-- CreateTable
CREATE TABLE "weight_change" (
    "auditId" BIGINT NOT NULL,
    "sourceId" INTEGER NOT NULL,
    "before" DOUBLE PRECISION NOT NULL,
    "after" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "weight_change_pkey" PRIMARY KEY ("auditId","sourceId")
);

-- CreateIndex
CREATE INDEX "weight_change_sourceId_idx" ON "weight_change"("sourceId");

-- CreateIndex
CREATE UNIQUE INDEX "audit_log_revertsId_key" ON "audit_log"("revertsId");

-- AddForeignKey
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_revertsId_fkey" FOREIGN KEY ("revertsId") REFERENCES "audit_log"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "weight_change" ADD CONSTRAINT "weight_change_auditId_fkey" FOREIGN KEY ("auditId") REFERENCES "audit_log"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "weight_change" ADD CONSTRAINT "weight_change_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "source" ADD COLUMN     "fixedIntervalMs" BIGINT,
ADD COLUMN     "greatestDelayMs" BIGINT,
ADD COLUMN     "isPaused" BOOLEAN NOT NULL DEFAULT false;
