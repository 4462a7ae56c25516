-- AlterTable
ALTER TABLE "plan" ADD COLUMN     "presence" BYTEA;

-- CreateTable
CREATE TABLE "reading_hours" (
    "subscriberId" TEXT NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'off',
    "zone" TEXT NOT NULL DEFAULT 'UTC',
    "given" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
    "learned" BYTEA,
    "learnedAt" TIMESTAMPTZ(3),
    "learnsFrom" TIMESTAMPTZ(3),

    CONSTRAINT "reading_hours_pkey" PRIMARY KEY ("subscriberId")
);

-- AddForeignKey
ALTER TABLE "reading_hours" ADD CONSTRAINT "reading_hours_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
