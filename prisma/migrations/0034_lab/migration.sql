-- CreateTable
CREATE TABLE "lab_run" (
    "id" SERIAL NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'waiting',
    "progress" DOUBLE PRECISION NOT NULL DEFAULT 0,
    "request" JSONB NOT NULL,
    "result" JSONB,
    "failure" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "startedAt" TIMESTAMPTZ(3),
    "finishedAt" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "leaseUntil" TIMESTAMPTZ(3),
    "leaseOwner" TEXT,
    "requestedById" TEXT,

    CONSTRAINT "lab_run_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "lab_run_state_id_idx" ON "lab_run"("state", "id");

-- CreateIndex
CREATE INDEX "lab_run_createdAt_idx" ON "lab_run"("createdAt");

-- CreateIndex
CREATE INDEX "lab_run_requestedById_idx" ON "lab_run"("requestedById");

-- AddForeignKey
ALTER TABLE "lab_run" ADD CONSTRAINT "lab_run_requestedById_fkey" FOREIGN KEY ("requestedById") REFERENCES "user"("id") ON DELETE SET NULL ON UPDATE CASCADE;
