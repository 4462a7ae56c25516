-- CreateTable
CREATE TABLE "keyed_answer" (
    "subscriberId" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "asked" TEXT NOT NULL,
    "status" INTEGER NOT NULL,
    "answer" TEXT NOT NULL,
    "answeredAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "keyed_answer_pkey" PRIMARY KEY ("subscriberId","key")
);

-- AddForeignKey
ALTER TABLE "keyed_answer" ADD CONSTRAINT "keyed_answer_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
