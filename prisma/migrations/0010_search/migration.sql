-- CreateTable
CREATE TABLE "posting_search" (
    "postingId" BIGINT NOT NULL,
    "shownAt" TIMESTAMPTZ(3) NOT NULL,
    "sourceId" INTEGER NOT NULL,
    "document" tsvector NOT NULL,

    CONSTRAINT "posting_search_pkey" PRIMARY KEY ("postingId")
);

-- Documents are read for phrases and ranks only: those that make a row longer than 2 kB are stored out of line.
ALTER TABLE "posting_search" ALTER COLUMN "document" SET STORAGE EXTERNAL;
ALTER TABLE "posting_search" SET (toast_tuple_target = 128);

-- CreateTable
CREATE TABLE "search_queue" (
    "postingId" BIGINT NOT NULL,

    CONSTRAINT "search_queue_pkey" PRIMARY KEY ("postingId")
);

-- CreateTable
CREATE TABLE "search_progress" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "fromId" BIGINT NOT NULL,
    "throughId" BIGINT NOT NULL,

    CONSTRAINT "search_progress_pkey" PRIMARY KEY ("id")
);

-- New postings come first, then those that are stored already, from the newest back.
INSERT INTO "search_progress" ("id", "fromId", "throughId")
SELECT 1, coalesce(max("id"), 0) + 1, coalesce(max("id"), 0) FROM "posting";

-- CreateTable
CREATE TABLE "search_word" (
    "word" TEXT NOT NULL,

    CONSTRAINT "search_word_pkey" PRIMARY KEY ("word")
);

-- CreateTable
CREATE TABLE "view" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "query" TEXT NOT NULL,
    "order" TEXT NOT NULL DEFAULT 'newest',
    "layout" TEXT,
    "position" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "subscriberId" TEXT NOT NULL,

    CONSTRAINT "view_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "posting_search_document_idx" ON "posting_search" USING GIN ("document");

-- The words like another are a comfort: a server without the extension, or a user who may not create it, goes without.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "search_word_word_idx" ON "search_word" USING GIN ("word" gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE NOTICE 'pg_trgm cannot be had: searches that find nothing look for no similar words';
END $$;

-- CreateIndex
CREATE UNIQUE INDEX "view_subscriberId_name_key" ON "view"("subscriberId", "name");

-- AddForeignKey
ALTER TABLE "posting_search" ADD CONSTRAINT "posting_search_postingId_fkey" FOREIGN KEY ("postingId") REFERENCES "posting"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "search_queue" ADD CONSTRAINT "search_queue_postingId_fkey" FOREIGN KEY ("postingId") REFERENCES "posting"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "view" ADD CONSTRAINT "view_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An edit makes a posting searchable anew, whoever wrote it.
CREATE FUNCTION "queue_for_search"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "search_queue" ("postingId") VALUES (NEW."id") ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER "posting_edited" AFTER UPDATE OF "title", "author", "html", "url" ON "posting"
FOR EACH ROW WHEN ((OLD."title", OLD."author", OLD."html", OLD."url") IS DISTINCT FROM (NEW."title", NEW."author", NEW."html", NEW."url"))
EXECUTE FUNCTION "queue_for_search"();
