-- CreateIndex
CREATE INDEX "keyed_answer_subscriberId_answeredAt_idx" ON "keyed_answer"("subscriberId", "answeredAt");

-- CreateIndex
CREATE INDEX "keyed_answer_answeredAt_idx" ON "keyed_answer"("answeredAt");

-- CreateIndex
CREATE INDEX "session_expiresAt_idx" ON "session"("expiresAt");
