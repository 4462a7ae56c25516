-- AlterTable
ALTER TABLE "server_settings" ADD COLUMN     "recommends" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "user" ADD COLUMN     "isCounted" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "source_readers" (
    "sourceId" INTEGER NOT NULL,
    "readers" INTEGER NOT NULL,
    "newReaders" INTEGER NOT NULL,
    "countedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "source_readers_pkey" PRIMARY KEY ("sourceId")
);

-- CreateTable
CREATE TABLE "source_neighbour" (
    "sourceId" INTEGER NOT NULL,
    "neighbourId" INTEGER NOT NULL,
    "readers" INTEGER NOT NULL,
    "closeness" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "source_neighbour_pkey" PRIMARY KEY ("sourceId","neighbourId")
);

-- CreateTable
CREATE TABLE "reader_count" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "countedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "reader_count_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "source_readers_readers_idx" ON "source_readers"("readers" DESC);

-- CreateIndex
CREATE INDEX "source_readers_newReaders_idx" ON "source_readers"("newReaders" DESC);

-- CreateIndex
CREATE INDEX "source_neighbour_neighbourId_idx" ON "source_neighbour"("neighbourId");

-- AddForeignKey
ALTER TABLE "source_readers" ADD CONSTRAINT "source_readers_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source_neighbour" ADD CONSTRAINT "source_neighbour_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source_neighbour" ADD CONSTRAINT "source_neighbour_neighbourId_fkey" FOREIGN KEY ("neighbourId") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;
