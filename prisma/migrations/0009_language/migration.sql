-- AlterTable
ALTER TABLE "user" ADD COLUMN     "language" TEXT;
