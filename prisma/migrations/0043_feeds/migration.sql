-- CreateTable
CREATE TABLE "output_feed" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "text" TEXT NOT NULL DEFAULT 'full',
    "mostEntries" INTEGER NOT NULL DEFAULT 50,
    "secretHash" TEXT NOT NULL,
    "secretSealed" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "renewedAt" TIMESTAMPTZ(3) NOT NULL,
    "lastReadAt" TIMESTAMPTZ(3),
    "heldHash" TEXT,
    "heldAt" TIMESTAMPTZ(3),
    "folderId" INTEGER,
    "labelId" INTEGER,
    "viewId" INTEGER,
    "subscriberId" TEXT NOT NULL,

    CONSTRAINT "output_feed_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "hub_subscription" (
    "id" SERIAL NOT NULL,
    "callbackUrl" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "secret" TEXT,
    "asked" TEXT,
    "askedLeaseMs" BIGINT,
    "askedSecret" TEXT,
    "leaseEndsAt" TIMESTAMPTZ(3),
    "sentTags" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "lookedId" BIGINT NOT NULL DEFAULT 0,
    "lookedAt" TIMESTAMPTZ(3),
    "nextTryAt" TIMESTAMPTZ(3) NOT NULL,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "feedId" INTEGER NOT NULL,

    CONSTRAINT "hub_subscription_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "digest" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "place" TEXT NOT NULL,
    "rhythm" TEXT NOT NULL DEFAULT 'daily',
    "weekday" INTEGER NOT NULL DEFAULT 0,
    "hour" INTEGER NOT NULL,
    "zone" TEXT NOT NULL,
    "mostPostings" INTEGER NOT NULL DEFAULT 50,
    "isOn" BOOLEAN NOT NULL DEFAULT true,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "coveredAt" TIMESTAMPTZ(3) NOT NULL,
    "nextSlotAt" TIMESTAMPTZ(3) NOT NULL,
    "folderId" INTEGER,
    "labelId" INTEGER,
    "viewId" INTEGER,
    "subscriberId" TEXT NOT NULL,

    CONSTRAINT "digest_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "digest_slot" (
    "digestId" INTEGER NOT NULL,
    "slotAt" TIMESTAMPTZ(3) NOT NULL,
    "fromAt" TIMESTAMPTZ(3) NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 1,
    "nextTryAt" TIMESTAMPTZ(3) NOT NULL,
    "outcome" TEXT,
    "finishedAt" TIMESTAMPTZ(3),
    "postings" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "digest_slot_pkey" PRIMARY KEY ("digestId","slotAt")
);

-- CreateIndex
CREATE UNIQUE INDEX "output_feed_secretHash_key" ON "output_feed"("secretHash");

-- CreateIndex
CREATE INDEX "output_feed_subscriberId_idx" ON "output_feed"("subscriberId");

-- CreateIndex
CREATE INDEX "output_feed_folderId_idx" ON "output_feed"("folderId");

-- CreateIndex
CREATE INDEX "output_feed_labelId_idx" ON "output_feed"("labelId");

-- CreateIndex
CREATE INDEX "output_feed_viewId_idx" ON "output_feed"("viewId");

-- CreateIndex
CREATE INDEX "hub_subscription_nextTryAt_idx" ON "hub_subscription"("nextTryAt");

-- CreateIndex
CREATE UNIQUE INDEX "hub_subscription_feedId_format_callbackUrl_key" ON "hub_subscription"("feedId", "format", "callbackUrl");

-- CreateIndex
CREATE INDEX "digest_subscriberId_idx" ON "digest"("subscriberId");

-- CreateIndex
CREATE INDEX "digest_due_idx" ON "digest"("nextSlotAt") WHERE ("isOn");

-- CreateIndex
CREATE INDEX "digest_folderId_idx" ON "digest"("folderId");

-- CreateIndex
CREATE INDEX "digest_labelId_idx" ON "digest"("labelId");

-- CreateIndex
CREATE INDEX "digest_viewId_idx" ON "digest"("viewId");

-- CreateIndex
CREATE INDEX "digest_slot_waiting_idx" ON "digest_slot"("nextTryAt") WHERE ("outcome" IS NULL);

-- AddForeignKey
ALTER TABLE "output_feed" ADD CONSTRAINT "output_feed_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "output_feed" ADD CONSTRAINT "output_feed_folderId_fkey" FOREIGN KEY ("folderId") REFERENCES "folder"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "output_feed" ADD CONSTRAINT "output_feed_labelId_fkey" FOREIGN KEY ("labelId") REFERENCES "label"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "output_feed" ADD CONSTRAINT "output_feed_viewId_fkey" FOREIGN KEY ("viewId") REFERENCES "view"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "hub_subscription" ADD CONSTRAINT "hub_subscription_feedId_fkey" FOREIGN KEY ("feedId") REFERENCES "output_feed"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "digest" ADD CONSTRAINT "digest_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "digest" ADD CONSTRAINT "digest_folderId_fkey" FOREIGN KEY ("folderId") REFERENCES "folder"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "digest" ADD CONSTRAINT "digest_labelId_fkey" FOREIGN KEY ("labelId") REFERENCES "label"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "digest" ADD CONSTRAINT "digest_viewId_fkey" FOREIGN KEY ("viewId") REFERENCES "view"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "digest_slot" ADD CONSTRAINT "digest_slot_digestId_fkey" FOREIGN KEY ("digestId") REFERENCES "digest"("id") ON DELETE CASCADE ON UPDATE CASCADE;
