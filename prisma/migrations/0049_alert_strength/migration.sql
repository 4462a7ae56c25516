-- AlterTable
ALTER TABLE "server_settings" ADD COLUMN     "alertStrength" DOUBLE PRECISION NOT NULL DEFAULT 2;

-- Until now an alert counted as a wish does: no weight changes.
UPDATE "server_settings" SET "alertStrength" = "sayStrength";
