-- CreateIndex
CREATE INDEX "posting_sourceId_id_clusterId_idx" ON "posting"("sourceId", "id", "clusterId") WHERE ("clusterId" IS NOT NULL);
