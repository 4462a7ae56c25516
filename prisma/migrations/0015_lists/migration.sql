-- CreateTable
CREATE TABLE "list_setting" (
    "scope" TEXT NOT NULL,
    "layout" TEXT,
    "density" TEXT,
    "order" TEXT,
    "show" TEXT,
    "options" JSONB,
    "subscriberId" TEXT NOT NULL,

    CONSTRAINT "list_setting_pkey" PRIMARY KEY ("subscriberId","scope")
);

-- AddForeignKey
ALTER TABLE "list_setting" ADD CONSTRAINT "list_setting_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Lists by publication; postings without a credible date stand at their place in the timeline. Not in schema.prisma, which
-- knows no index on an expression. It carries the columns of the expression, without which PostgreSQL fetches each row: of 100,000
-- unread postings a page then read 10,394 rows instead of 2,442. It is 5 % larger for it.
CREATE INDEX "posting_sourceId_published_id_idx" ON "posting" ("sourceId", (coalesce("publishedAt", "shownAt")) DESC, "id" DESC)
  INCLUDE ("publishedAt", "shownAt");
