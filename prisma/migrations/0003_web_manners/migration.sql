-- AlterTable
ALTER TABLE "aggregator_heartbeat" ADD COLUMN     "holdsLock" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "host" ADD COLUMN     "downSince" TIMESTAMPTZ(3),
ADD COLUMN     "failedSourceIds" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
ADD COLUMN     "leaseOwner" TEXT,
ADD COLUMN     "probes" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "requestsPerHour" DOUBLE PRECISION;

-- AlterTable
ALTER TABLE "poll" ADD COLUMN     "likelyLost" INTEGER,
ADD COLUMN     "overflowAt" TIMESTAMPTZ(3),
ADD COLUMN     "overlap" INTEGER,
ADD COLUMN     "quietUntil" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "server_settings" ADD COLUMN     "overflowRisk" DOUBLE PRECISION NOT NULL DEFAULT 0.01;

-- AlterTable
ALTER TABLE "source" ADD COLUMN     "dispersion" DOUBLE PRECISION NOT NULL DEFAULT 1,
ADD COLUMN     "gaps" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "goneSince" TIMESTAMPTZ(3),
ADD COLUMN     "hintRecord" JSONB,
ADD COLUMN     "lastGapAt" TIMESTAMPTZ(3),
ADD COLUMN     "likelyLost" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "movedSince" TIMESTAMPTZ(3),
ADD COLUMN     "movedTimes" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "overflowIntervalMs" BIGINT,
ADD COLUMN     "windowLearned" DOUBLE PRECISION;
