-- AlterTable
ALTER TABLE "lab_run" ADD COLUMN     "soFar" JSONB;
