-- An import finds postings by address, in some sources or in thousands: so the address comes first. Of it only a hash:
-- addresses may be longer than an index entry. Prisma knows no indexes on expressions; it leaves this one alone.
CREATE INDEX "posting_url_idx" ON "posting"(md5("url"), "sourceId") WHERE "url" IS NOT NULL;
