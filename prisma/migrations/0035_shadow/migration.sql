-- CreateTable
CREATE TABLE "shadow" (
    "id" SERIAL NOT NULL,
    "policy" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),
    "isCurrent" BOOLEAN,
    "nextDay" TIMESTAMPTZ(3) NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "leaseUntil" TIMESTAMPTZ(3),
    "leaseOwner" TEXT,
    "startedById" TEXT,

    CONSTRAINT "shadow_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "shadow_day" (
    "shadowId" INTEGER NOT NULL,
    "day" TIMESTAMPTZ(3) NOT NULL,
    "livePolicy" TEXT NOT NULL,
    "failure" TEXT,
    "replayedFrom" TIMESTAMPTZ(3) NOT NULL,
    "budgetPerDay" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "sources" INTEGER NOT NULL DEFAULT 0,
    "allSources" INTEGER NOT NULL DEFAULT 0,
    "livePolls" INTEGER NOT NULL DEFAULT 0,
    "shadowPolls" INTEGER NOT NULL DEFAULT 0,
    "happenedPolls" INTEGER NOT NULL DEFAULT 0,
    "postings" INTEGER NOT NULL DEFAULT 0,
    "shadowEarlier" INTEGER NOT NULL DEFAULT 0,
    "liveEarlier" INTEGER NOT NULL DEFAULT 0,
    "weightedPostings" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "weightedLiveMs" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "weightedShadowMs" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "weightedHappenedMs" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "comparedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shadow_day_pkey" PRIMARY KEY ("shadowId","day")
);

-- CreateTable
CREATE TABLE "shadow_source" (
    "shadowId" INTEGER NOT NULL,
    "day" TIMESTAMPTZ(3) NOT NULL,
    "sourceId" INTEGER NOT NULL,
    "weight" DOUBLE PRECISION NOT NULL,
    "postings" INTEGER NOT NULL,
    "shadowEarlier" INTEGER NOT NULL,
    "liveEarlier" INTEGER NOT NULL,
    "liveMs" DOUBLE PRECISION NOT NULL,
    "shadowMs" DOUBLE PRECISION NOT NULL,
    "happenedMs" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "shadow_source_pkey" PRIMARY KEY ("shadowId","day","sourceId")
);

-- CreateIndex
CREATE UNIQUE INDEX "shadow_isCurrent_key" ON "shadow"("isCurrent");

-- CreateIndex
CREATE INDEX "shadow_startedById_idx" ON "shadow"("startedById");

-- CreateIndex
CREATE INDEX "shadow_day_day_idx" ON "shadow_day"("day");

-- CreateIndex
CREATE INDEX "shadow_source_sourceId_idx" ON "shadow_source"("sourceId");

-- AddForeignKey
ALTER TABLE "shadow" ADD CONSTRAINT "shadow_startedById_fkey" FOREIGN KEY ("startedById") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shadow_day" ADD CONSTRAINT "shadow_day_shadowId_fkey" FOREIGN KEY ("shadowId") REFERENCES "shadow"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shadow_source" ADD CONSTRAINT "shadow_source_shadowId_day_fkey" FOREIGN KEY ("shadowId", "day") REFERENCES "shadow_day"("shadowId", "day") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "shadow_source" ADD CONSTRAINT "shadow_source_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;
