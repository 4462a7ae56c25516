-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "fullText" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "posting_full_text" (
    "postingId" BIGINT NOT NULL,
    "html" TEXT,
    "fetchedAt" TIMESTAMPTZ(3),
    "failureKind" TEXT,
    "failureMessage" TEXT,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "nextTryAt" TIMESTAMPTZ(3),

    CONSTRAINT "posting_full_text_pkey" PRIMARY KEY ("postingId")
);

-- CreateTable
CREATE TABLE "media_position" (
    "subscriberId" TEXT NOT NULL,
    "postingId" BIGINT NOT NULL,
    "mediaKey" TEXT NOT NULL,
    "positionMs" INTEGER NOT NULL,
    "durationMs" INTEGER,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "media_position_pkey" PRIMARY KEY ("subscriberId","postingId","mediaKey")
);

-- CreateTable
CREATE TABLE "reading_settings" (
    "subscriberId" TEXT NOT NULL,
    "typeface" TEXT NOT NULL DEFAULT 'serif',
    "sizePx" INTEGER NOT NULL DEFAULT 18,
    "widthPx" INTEGER NOT NULL DEFAULT 608,
    "lineHeight" DOUBLE PRECISION NOT NULL DEFAULT 1.6,
    "images" TEXT NOT NULL DEFAULT 'proxied',
    "showsStoryOnce" BOOLEAN NOT NULL DEFAULT true,
    "readsWholeStory" BOOLEAN NOT NULL DEFAULT true,
    "shareTemplates" JSONB NOT NULL DEFAULT '[]',

    CONSTRAINT "reading_settings_pkey" PRIMARY KEY ("subscriberId")
);

-- CreateTable
CREATE TABLE "story_split" (
    "subscriberId" TEXT NOT NULL,
    "postingId" BIGINT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "story_split_pkey" PRIMARY KEY ("subscriberId","postingId")
);

-- CreateIndex
CREATE INDEX "media_position_postingId_idx" ON "media_position"("postingId");

-- CreateIndex
CREATE INDEX "story_split_postingId_idx" ON "story_split"("postingId");

-- CreateIndex
CREATE INDEX "subscription_fullText_sourceId_idx" ON "subscription"("fullText", "sourceId");

-- AddForeignKey
ALTER TABLE "posting_full_text" ADD CONSTRAINT "posting_full_text_postingId_fkey" FOREIGN KEY ("postingId") REFERENCES "posting"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "media_position" ADD CONSTRAINT "media_position_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "media_position" ADD CONSTRAINT "media_position_postingId_fkey" FOREIGN KEY ("postingId") REFERENCES "posting"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "reading_settings" ADD CONSTRAINT "reading_settings_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "story_split" ADD CONSTRAINT "story_split_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "story_split" ADD CONSTRAINT "story_split_postingId_fkey" FOREIGN KEY ("postingId") REFERENCES "posting"("id") ON DELETE CASCADE ON UPDATE CASCADE;
