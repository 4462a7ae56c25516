-- CreateTable
CREATE TABLE "source_freshness" (
    "sourceId" INTEGER NOT NULL,
    "countedAt" TIMESTAMPTZ(3) NOT NULL,
    "count" INTEGER NOT NULL DEFAULT 0,
    "withoutExactTime" INTEGER NOT NULL DEFAULT 0,
    "meanMs" DOUBLE PRECISION,
    "medianMs" DOUBLE PRECISION,
    "p90Ms" DOUBLE PRECISION,
    "within5" DOUBLE PRECISION,
    "within15" DOUBLE PRECISION,
    "within60" DOUBLE PRECISION,
    "dailyMedianMs" DOUBLE PRECISION[],
    "promiseMs" BIGINT,
    "keptShare" DOUBLE PRECISION,
    "state" TEXT NOT NULL DEFAULT 'learning',
    "stateSince" TIMESTAMPTZ(3) NOT NULL,
    "cause" TEXT,

    CONSTRAINT "source_freshness_pkey" PRIMARY KEY ("sourceId")
);

-- CreateIndex
CREATE INDEX "source_freshness_medianMs_idx" ON "source_freshness"("medianMs");

-- CreateIndex
CREATE INDEX "source_freshness_p90Ms_idx" ON "source_freshness"("p90Ms");

-- CreateIndex
CREATE INDEX "source_freshness_state_stateSince_idx" ON "source_freshness"("state", "stateSince");

-- AddForeignKey
ALTER TABLE "source_freshness" ADD CONSTRAINT "source_freshness_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;
