-- AlterTable
ALTER TABLE "host" ADD COLUMN     "pauseStatus" INTEGER;

-- CreateTable
CREATE TABLE "host_wish" (
    "host" TEXT NOT NULL,
    "leastIntervalMs" BIGINT,
    "requestsPerHour" DOUBLE PRECISION,
    "isOptedOut" BOOLEAN NOT NULL DEFAULT false,
    "evidence" TEXT NOT NULL DEFAULT '',
    "isShipped" BOOLEAN NOT NULL DEFAULT false,
    "editedAt" TIMESTAMPTZ(3),

    CONSTRAINT "host_wish_pkey" PRIMARY KEY ("host")
);

-- CreateTable
CREATE TABLE "robots_file" (
    "origin" TEXT NOT NULL,
    "checkedAt" TIMESTAMPTZ(3) NOT NULL,
    "rules" JSONB NOT NULL DEFAULT '[]',
    "crawlDelayMs" INTEGER,

    CONSTRAINT "robots_file_pkey" PRIMARY KEY ("origin")
);
