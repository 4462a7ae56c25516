-- AlterTable
ALTER TABLE "api_token" ADD COLUMN     "scopes" TEXT[] DEFAULT ARRAY['read', 'write', 'admin']::TEXT[];

-- CreateTable
CREATE TABLE "event" (
    "id" BIGSERIAL NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "writer" BIGINT NOT NULL,
    "snapshot" TEXT NOT NULL,
    "body" JSONB NOT NULL,
    "subscriberId" TEXT,
    "sourceId" INTEGER,

    CONSTRAINT "event_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "event_writer_idx" ON "event"("writer");
