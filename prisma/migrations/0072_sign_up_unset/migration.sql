-- AlterTable
ALTER TABLE "server_settings" ALTER COLUMN "signUp" SET DEFAULT 'unset';

-- Sign-up was open until an admin said otherwise, and nobody can tell who said so.
UPDATE "server_settings" SET "signUp" = 'unset' WHERE "signUp" = 'open';
