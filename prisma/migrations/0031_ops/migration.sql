-- AlterTable
ALTER TABLE "aggregator_heartbeat" ADD COLUMN     "figures" JSONB;

-- CreateTable
CREATE TABLE "tally" (
    "name" TEXT NOT NULL,
    "label" TEXT NOT NULL DEFAULT '',
    "value" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "tally_pkey" PRIMARY KEY ("name","label")
);
