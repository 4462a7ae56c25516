-- AlterTable
ALTER TABLE "list_setting" ADD COLUMN     "sourceCap" TEXT;

-- AlterTable
ALTER TABLE "posting_state" ADD COLUMN     "notedAt" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "subscription" ADD COLUMN     "unreadEdits" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "posting_note" (
    "subscriberId" TEXT NOT NULL,
    "postingId" BIGINT NOT NULL,
    "text" TEXT NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "posting_note_pkey" PRIMARY KEY ("subscriberId","postingId")
);

-- CreateTable
CREATE TABLE "posting_highlight" (
    "id" SERIAL NOT NULL,
    "postingId" BIGINT NOT NULL,
    "quote" TEXT NOT NULL,
    "before" TEXT NOT NULL,
    "behind" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "subscriberId" TEXT NOT NULL,

    CONSTRAINT "posting_highlight_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "posting_highlight_subscriberId_postingId_idx" ON "posting_highlight"("subscriberId", "postingId");

-- CreateIndex
CREATE INDEX "posting_state_noted_idx" ON "posting_state"("subscriberId", "notedAt") WHERE ("notedAt" IS NOT NULL);

-- AddForeignKey
ALTER TABLE "posting_note" ADD CONSTRAINT "posting_note_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "posting_highlight" ADD CONSTRAINT "posting_highlight_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
