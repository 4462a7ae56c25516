-- DropIndex
DROP INDEX "rule_hit_waiting_idx";

-- AlterTable
ALTER TABLE "rule" DROP COLUMN "sendTo",
ADD COLUMN     "sendTo" INTEGER;

-- AlterTable
ALTER TABLE "rule_hit" DROP COLUMN "takenAt",
DROP COLUMN "sendTo",
ADD COLUMN     "sendTo" INTEGER;

-- CreateTable
CREATE TABLE "integration" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "config" JSONB NOT NULL,
    "secretSealed" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "lastSentAt" TIMESTAMPTZ(3),
    "subscriberId" TEXT NOT NULL,

    CONSTRAINT "integration_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "integration_send" (
    "id" BIGSERIAL NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "url" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "madeAt" TIMESTAMPTZ(3) NOT NULL,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "leaseUntil" TIMESTAMPTZ(3),
    "leaseOwner" TEXT,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "sentAt" TIMESTAMPTZ(3),
    "httpStatus" INTEGER,
    "error" TEXT,
    "ruleId" INTEGER,
    "integrationId" INTEGER NOT NULL,
    "postingId" BIGINT,
    "subscriberId" TEXT NOT NULL,

    CONSTRAINT "integration_send_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "integration_subscriberId_idx" ON "integration"("subscriberId");

-- CreateIndex
CREATE INDEX "integration_send_due_idx" ON "integration_send"("dueAt", "id") WHERE (state = 'waiting');

-- CreateIndex
CREATE INDEX "integration_send_subscriberId_id_idx" ON "integration_send"("subscriberId", "id");

-- CreateIndex
CREATE INDEX "integration_send_postingId_idx" ON "integration_send"("postingId");

-- CreateIndex
CREATE INDEX "integration_send_madeAt_idx" ON "integration_send"("madeAt");

-- CreateIndex
CREATE UNIQUE INDEX "integration_send_integrationId_postingId_key" ON "integration_send"("integrationId", "postingId");

-- AddForeignKey
ALTER TABLE "integration" ADD CONSTRAINT "integration_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "integration_send" ADD CONSTRAINT "integration_send_integrationId_fkey" FOREIGN KEY ("integrationId") REFERENCES "integration"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "integration_send" ADD CONSTRAINT "integration_send_postingId_fkey" FOREIGN KEY ("postingId") REFERENCES "posting"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "integration_send" ADD CONSTRAINT "integration_send_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
