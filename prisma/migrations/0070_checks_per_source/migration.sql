-- A server that is there keeps its budget: null, until its admin chooses. A new one gets so many checks a day for each feed.
ALTER TABLE "server_settings" ADD COLUMN     "checksPerSource" INTEGER;
ALTER TABLE "server_settings" ALTER COLUMN "checksPerSource" SET DEFAULT 24;
