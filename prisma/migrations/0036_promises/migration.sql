-- CreateTable
CREATE TABLE "promise_change" (
    "sourceId" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "state" TEXT NOT NULL,
    "promiseMs" BIGINT,

    CONSTRAINT "promise_change_pkey" PRIMARY KEY ("sourceId","at")
);

-- AddForeignKey
ALTER TABLE "promise_change" ADD CONSTRAINT "promise_change_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- What is known: since when each promise is as it is.
INSERT INTO "promise_change" ("sourceId", "at", "state", "promiseMs")
SELECT "sourceId", "stateSince", "state", "promiseMs" FROM "source_freshness";
