-- AlterTable
ALTER TABLE "user" ADD COLUMN     "credentialsEpoch" INTEGER NOT NULL DEFAULT 0;
