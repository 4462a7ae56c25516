-- AlterTable
ALTER TABLE "posting_state" ADD COLUMN     "hiddenAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "rule" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL DEFAULT 'rule',
    "query" TEXT NOT NULL,
    "scope" TEXT NOT NULL DEFAULT 'all',
    "marksRead" BOOLEAN NOT NULL DEFAULT false,
    "stars" BOOLEAN NOT NULL DEFAULT false,
    "hides" BOOLEAN NOT NULL DEFAULT false,
    "alerts" BOOLEAN NOT NULL DEFAULT false,
    "sendTo" TEXT,
    "stops" BOOLEAN NOT NULL DEFAULT false,
    "isOn" BOOLEAN NOT NULL DEFAULT true,
    "position" INTEGER NOT NULL DEFAULT 0,
    "candidateWords" tsquery,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "labelId" INTEGER,
    "folderId" INTEGER,
    "sourceId" INTEGER,
    "subscriberId" TEXT NOT NULL,

    CONSTRAINT "rule_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rule_due" (
    "subscriberId" TEXT NOT NULL,
    "postingId" BIGINT NOT NULL,
    "why" TEXT NOT NULL,

    CONSTRAINT "rule_due_pkey" PRIMARY KEY ("subscriberId","postingId")
);

-- CreateTable
CREATE TABLE "rule_run" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "parts" JSONB NOT NULL,
    "undoneAt" TIMESTAMPTZ(3),
    "undoToken" TEXT,
    "subscriberId" TEXT NOT NULL,

    CONSTRAINT "rule_run_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rule_change" (
    "runId" BIGINT NOT NULL,
    "ruleId" INTEGER NOT NULL,
    "postingId" BIGINT NOT NULL,
    "acts" TEXT[],
    "wasRead" BOOLEAN,
    "labelId" INTEGER,

    CONSTRAINT "rule_change_pkey" PRIMARY KEY ("runId","ruleId","postingId")
);

-- CreateTable
CREATE TABLE "rule_hit" (
    "id" BIGSERIAL NOT NULL,
    "kind" TEXT NOT NULL,
    "sendTo" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "takenAt" TIMESTAMPTZ(3),
    "postingId" BIGINT NOT NULL,
    "ruleId" INTEGER NOT NULL,
    "subscriberId" TEXT NOT NULL,

    CONSTRAINT "rule_hit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rule_settings" (
    "subscriberId" TEXT NOT NULL,
    "readAfterDays" INTEGER,
    "agedAt" TIMESTAMPTZ(3),

    CONSTRAINT "rule_settings_pkey" PRIMARY KEY ("subscriberId")
);

-- CreateIndex
CREATE INDEX "rule_subscriberId_position_idx" ON "rule"("subscriberId", "position");

-- CreateIndex
CREATE INDEX "rule_labelId_idx" ON "rule"("labelId");

-- CreateIndex
CREATE INDEX "rule_folderId_idx" ON "rule"("folderId");

-- CreateIndex
CREATE INDEX "rule_sourceId_idx" ON "rule"("sourceId");

-- CreateIndex
CREATE INDEX "rule_run_subscriberId_id_idx" ON "rule_run"("subscriberId", "id");

-- CreateIndex
CREATE INDEX "rule_run_at_idx" ON "rule_run"("at");

-- CreateIndex
CREATE INDEX "rule_change_postingId_idx" ON "rule_change"("postingId");

-- CreateIndex
CREATE INDEX "rule_hit_waiting_idx" ON "rule_hit"("id") WHERE ("takenAt" IS NULL);

-- CreateIndex
CREATE INDEX "rule_hit_at_idx" ON "rule_hit"("at");

-- CreateIndex
CREATE INDEX "rule_hit_subscriberId_idx" ON "rule_hit"("subscriberId");

-- CreateIndex
CREATE UNIQUE INDEX "rule_hit_postingId_ruleId_kind_key" ON "rule_hit"("postingId", "ruleId", "kind");

-- CreateIndex
CREATE INDEX "rule_hit_ruleId_idx" ON "rule_hit"("ruleId");

-- CreateIndex
CREATE INDEX "posting_state_hidden_idx" ON "posting_state"("subscriberId", "postingId") WHERE ("hiddenAt" IS NOT NULL);

-- AddForeignKey
ALTER TABLE "rule" ADD CONSTRAINT "rule_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rule" ADD CONSTRAINT "rule_labelId_fkey" FOREIGN KEY ("labelId") REFERENCES "label"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rule" ADD CONSTRAINT "rule_folderId_fkey" FOREIGN KEY ("folderId") REFERENCES "folder"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rule" ADD CONSTRAINT "rule_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rule_due" ADD CONSTRAINT "rule_due_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rule_run" ADD CONSTRAINT "rule_run_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rule_change" ADD CONSTRAINT "rule_change_runId_fkey" FOREIGN KEY ("runId") REFERENCES "rule_run"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rule_hit" ADD CONSTRAINT "rule_hit_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rule_hit" ADD CONSTRAINT "rule_hit_ruleId_fkey" FOREIGN KEY ("ruleId") REFERENCES "rule"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "rule_settings" ADD CONSTRAINT "rule_settings_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Counts ask for what is read alone: what lists leave out must be.
ALTER TABLE "posting_state" ADD CONSTRAINT "posting_state_hidden_is_read" CHECK ("hiddenAt" IS NULL OR "isRead" IS TRUE);
