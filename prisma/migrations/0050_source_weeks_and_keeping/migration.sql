-- AlterTable
ALTER TABLE "source_freshness" ADD COLUMN     "weeksThrough" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "source_week" (
    "sourceId" INTEGER NOT NULL,
    "weekAt" TIMESTAMPTZ(3) NOT NULL,
    "delaysMs" DOUBLE PRECISION[],

    CONSTRAINT "source_week_pkey" PRIMARY KEY ("sourceId","weekAt")
);

-- AddForeignKey
ALTER TABLE "source_week" ADD CONSTRAINT "source_week_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AlterTable
ALTER TABLE "source" ADD COLUMN     "keepDays" INTEGER;
