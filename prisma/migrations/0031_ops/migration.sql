-- AlterTable
ALTER TABLE "aggregator_heartbeat" ADD COLUMN     "figures" JSONB;

-- CreateTable
CREATE TABLE "tally" (
    "name" TEXT NOT NULL,
    "label" TEXT NOT NULL DEFAULT '',
    "value" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "tally_pkey" PRIMARY KEY ("name","label")
);

-- AlterTable
ALTER TABLE "server_settings" ADD COLUMN     "pollHistoryDays" INTEGER NOT NULL DEFAULT 60;

-- CreateTable
CREATE TABLE "poll_day" (
    "sourceId" INTEGER NOT NULL,
    "day" DATE NOT NULL,
    "fetched" INTEGER NOT NULL DEFAULT 0,
    "notModified" INTEGER NOT NULL DEFAULT 0,
    "throttled" INTEGER NOT NULL DEFAULT 0,
    "gone" INTEGER NOT NULL DEFAULT 0,
    "optedOut" INTEGER NOT NULL DEFAULT 0,
    "failed" INTEGER NOT NULL DEFAULT 0,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "newPostings" INTEGER NOT NULL DEFAULT 0,
    "lagSumMs" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "lagCounts" INTEGER[],
    "delaySumMs" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "delayCounts" INTEGER[],

    CONSTRAINT "poll_day_pkey" PRIMARY KEY ("sourceId","day")
);

-- AddForeignKey
ALTER TABLE "poll_day" ADD CONSTRAINT "poll_day_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;
