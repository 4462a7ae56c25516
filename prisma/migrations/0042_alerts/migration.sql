-- CreateTable
CREATE TABLE "alert" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "query" TEXT,
    "brokenHours" INTEGER,
    "channelIds" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "isOn" BOOLEAN NOT NULL DEFAULT true,
    "afterId" BIGINT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sourceId" INTEGER,
    "folderId" INTEGER,
    "viewId" INTEGER,
    "subscriberId" TEXT NOT NULL,

    CONSTRAINT "alert_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_source" (
    "alertId" INTEGER NOT NULL,
    "sourceId" INTEGER NOT NULL,

    CONSTRAINT "alert_source_pkey" PRIMARY KEY ("alertId","sourceId")
);

-- CreateTable
CREATE TABLE "alert_channel" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "config" JSONB NOT NULL,
    "host" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastSentAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),
    "subscriberId" TEXT NOT NULL,

    CONSTRAINT "alert_channel_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_setting" (
    "subscriberId" TEXT NOT NULL,
    "zone" TEXT NOT NULL DEFAULT 'UTC',
    "quietFrom" INTEGER,
    "quietTo" INTEGER,
    "mostPerHour" INTEGER NOT NULL DEFAULT 20,

    CONSTRAINT "alert_setting_pkey" PRIMARY KEY ("subscriberId")
);

-- CreateTable
CREATE TABLE "alert_hit" (
    "id" BIGSERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "detail" JSONB,
    "foundAt" TIMESTAMPTZ(3) NOT NULL,
    "madeAt" TIMESTAMPTZ(3) NOT NULL,
    "seenAt" TIMESTAMPTZ(3),
    "subscriberId" TEXT NOT NULL,
    "alertId" INTEGER,
    "ruleId" INTEGER,
    "postingId" BIGINT,
    "sourceId" INTEGER,

    CONSTRAINT "alert_hit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_delivery" (
    "id" BIGSERIAL NOT NULL,
    "key" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "isBundle" BOOLEAN NOT NULL DEFAULT false,
    "madeAt" TIMESTAMPTZ(3) NOT NULL,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "leaseUntil" TIMESTAMPTZ(3),
    "leaseOwner" TEXT,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "sentAt" TIMESTAMPTZ(3),
    "httpStatus" INTEGER,
    "error" TEXT,
    "channelId" INTEGER NOT NULL,
    "subscriberId" TEXT NOT NULL,

    CONSTRAINT "alert_delivery_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_delivery_item" (
    "channelId" INTEGER NOT NULL,
    "hitId" BIGINT NOT NULL,
    "deliveryId" BIGINT NOT NULL,

    CONSTRAINT "alert_delivery_item_pkey" PRIMARY KEY ("channelId","hitId")
);

-- CreateTable
CREATE TABLE "alert_progress" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "throughId" BIGINT NOT NULL,

    CONSTRAINT "alert_progress_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "alert_subscriberId_idx" ON "alert"("subscriberId");

-- CreateIndex
CREATE INDEX "alert_sourceId_idx" ON "alert"("sourceId");

-- CreateIndex
CREATE INDEX "alert_folderId_idx" ON "alert"("folderId");

-- CreateIndex
CREATE INDEX "alert_viewId_idx" ON "alert"("viewId");

-- CreateIndex
CREATE INDEX "alert_source_sourceId_idx" ON "alert_source"("sourceId");

-- CreateIndex
CREATE INDEX "alert_channel_subscriberId_idx" ON "alert_channel"("subscriberId");

-- CreateIndex
CREATE INDEX "alert_hit_subscriberId_id_idx" ON "alert_hit"("subscriberId", "id");

-- CreateIndex
CREATE INDEX "alert_hit_alertId_idx" ON "alert_hit"("alertId");

-- CreateIndex
CREATE INDEX "alert_hit_postingId_idx" ON "alert_hit"("postingId");

-- CreateIndex
CREATE INDEX "alert_hit_sourceId_idx" ON "alert_hit"("sourceId");

-- CreateIndex
CREATE INDEX "alert_hit_madeAt_idx" ON "alert_hit"("madeAt");

-- CreateIndex
CREATE UNIQUE INDEX "alert_hit_subscriberId_key_key" ON "alert_hit"("subscriberId", "key");

-- CreateIndex
CREATE UNIQUE INDEX "alert_delivery_key_key" ON "alert_delivery"("key");

-- CreateIndex
CREATE INDEX "alert_delivery_due_idx" ON "alert_delivery"("dueAt", "id") WHERE (state = 'waiting');

-- CreateIndex
CREATE INDEX "alert_delivery_channelId_dueAt_idx" ON "alert_delivery"("channelId", "dueAt");

-- CreateIndex
CREATE INDEX "alert_delivery_subscriberId_id_idx" ON "alert_delivery"("subscriberId", "id");

-- CreateIndex
CREATE INDEX "alert_delivery_madeAt_idx" ON "alert_delivery"("madeAt");

-- CreateIndex
CREATE INDEX "alert_delivery_item_deliveryId_idx" ON "alert_delivery_item"("deliveryId");

-- CreateIndex
CREATE INDEX "alert_delivery_item_hitId_idx" ON "alert_delivery_item"("hitId");

-- AddForeignKey
ALTER TABLE "alert" ADD CONSTRAINT "alert_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert" ADD CONSTRAINT "alert_folderId_fkey" FOREIGN KEY ("folderId") REFERENCES "folder"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert" ADD CONSTRAINT "alert_viewId_fkey" FOREIGN KEY ("viewId") REFERENCES "view"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert" ADD CONSTRAINT "alert_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_source" ADD CONSTRAINT "alert_source_alertId_fkey" FOREIGN KEY ("alertId") REFERENCES "alert"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_source" ADD CONSTRAINT "alert_source_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_channel" ADD CONSTRAINT "alert_channel_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_setting" ADD CONSTRAINT "alert_setting_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_hit" ADD CONSTRAINT "alert_hit_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_hit" ADD CONSTRAINT "alert_hit_alertId_fkey" FOREIGN KEY ("alertId") REFERENCES "alert"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_hit" ADD CONSTRAINT "alert_hit_postingId_fkey" FOREIGN KEY ("postingId") REFERENCES "posting"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_hit" ADD CONSTRAINT "alert_hit_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_delivery" ADD CONSTRAINT "alert_delivery_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "alert_channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_delivery" ADD CONSTRAINT "alert_delivery_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_delivery_item" ADD CONSTRAINT "alert_delivery_item_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "alert_channel"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_delivery_item" ADD CONSTRAINT "alert_delivery_item_hitId_fkey" FOREIGN KEY ("hitId") REFERENCES "alert_hit"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_delivery_item" ADD CONSTRAINT "alert_delivery_item_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "alert_delivery"("id") ON DELETE CASCADE ON UPDATE CASCADE;
