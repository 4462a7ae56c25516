-- CreateTable
CREATE TABLE "push_subscription" (
    "id" SERIAL NOT NULL,
    "callbackId" TEXT NOT NULL,
    "protocol" TEXT NOT NULL,
    "hubUrl" TEXT NOT NULL,
    "topicUrl" TEXT NOT NULL,
    "secret" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'asked',
    "isOffered" BOOLEAN NOT NULL DEFAULT true,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "askedMode" TEXT,
    "nextRequestAt" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lastError" TEXT,
    "activeSince" TIMESTAMPTZ(3),
    "leaseEndsAt" TIMESTAMPTZ(3),
    "lastDeliveryAt" TIMESTAMPTZ(3),
    "pingedAt" TIMESTAMPTZ(3),
    "deliveries" INTEGER NOT NULL DEFAULT 0,
    "refusedDeliveries" INTEGER NOT NULL DEFAULT 0,
    "pushShare" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "sourceId" INTEGER NOT NULL,

    CONSTRAINT "push_subscription_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "push_delivery" (
    "id" BIGSERIAL NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,
    "contentType" TEXT,
    "body" BYTEA NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "pushSubscriptionId" INTEGER NOT NULL,

    CONSTRAINT "push_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "push_subscription_callbackId_key" ON "push_subscription"("callbackId");

-- CreateIndex
CREATE INDEX "push_subscription_nextRequestAt_idx" ON "push_subscription"("nextRequestAt");

-- CreateIndex
CREATE UNIQUE INDEX "push_subscription_sourceId_protocol_hubUrl_topicUrl_key" ON "push_subscription"("sourceId", "protocol", "hubUrl", "topicUrl");

-- CreateIndex
CREATE INDEX "push_delivery_pushSubscriptionId_id_idx" ON "push_delivery"("pushSubscriptionId", "id");

-- AddForeignKey
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "push_delivery" ADD CONSTRAINT "push_delivery_pushSubscriptionId_fkey" FOREIGN KEY ("pushSubscriptionId") REFERENCES "push_subscription"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "poll" ADD COLUMN     "pushShare" DOUBLE PRECISION NOT NULL DEFAULT 0;
