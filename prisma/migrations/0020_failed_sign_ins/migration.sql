-- CreateIndex
CREATE INDEX "audit_log_act_at_idx" ON "audit_log"("act", "at");
