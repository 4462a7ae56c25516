-- AlterTable
ALTER TABLE "server_settings" ALTER COLUMN "policy" SET DEFAULT 'price';

-- CreateTable
CREATE TABLE "price_memory" (
    "sourceId" INTEGER NOT NULL,
    "version" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "price_memory_pkey" PRIMARY KEY ("sourceId")
);

-- AddForeignKey
ALTER TABLE "price_memory" ADD CONSTRAINT "price_memory_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;
