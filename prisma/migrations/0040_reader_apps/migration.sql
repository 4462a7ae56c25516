-- AlterTable
ALTER TABLE "api_token" ADD COLUMN     "feverHash" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "api_token_feverHash_key" ON "api_token"("feverHash");

-- Reader apps take sixteen digits for hexadecimal: no posting's number may have so many.
ALTER SEQUENCE "posting_id_seq" MAXVALUE 999999999999999;
