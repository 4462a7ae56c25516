-- AlterTable
ALTER TABLE "posting_revision" ADD COLUMN     "author" TEXT,
ADD COLUMN     "imageUrl" TEXT,
ADD COLUMN     "url" TEXT;
