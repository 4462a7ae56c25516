-- AlterTable
ALTER TABLE "user" ADD COLUMN     "maxStoredMb" INTEGER,
ADD COLUMN     "maxSubscriptions" INTEGER;
