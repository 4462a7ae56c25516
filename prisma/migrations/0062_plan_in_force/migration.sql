-- Each plan is of one source, so that the index need not be unique; as it was, a row that took another plan was locked against foreign
-- keys to it, and what counts readers or freshness of all sources ended in deadlocks with a planning of all of them.
-- DropIndex
DROP INDEX "source_planId_key";

-- CreateIndex
CREATE INDEX "source_planId_idx" ON "source"("planId");
