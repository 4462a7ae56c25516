-- AlterTable
ALTER TABLE "shadow" ADD COLUMN     "progress" DOUBLE PRECISION NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "lab_run" ADD COLUMN     "trace" BYTEA;
