-- The schema as the first 48 migrations left it, before the first release, in one step. A database that has those 48 is taken for one that
-- has this (lib/launch/migrate/first-migration.ts). Tables stand in the order of the alphabet, each with its indexes; then come the
-- foreign keys, and all functions with their triggers.

CREATE TABLE "account" (
  "id" TEXT NOT NULL,
  "accountId" TEXT NOT NULL,
  "providerId" TEXT NOT NULL,
  "userId" TEXT NOT NULL,
  "accessToken" TEXT,
  "refreshToken" TEXT,
  "idToken" TEXT,
  "accessTokenExpiresAt" TIMESTAMPTZ(3),
  "refreshTokenExpiresAt" TIMESTAMPTZ(3),
  "scope" TEXT,
  "password" TEXT,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "account_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "account_userId_idx" ON "account" ("userId");

CREATE TABLE "aggregator_heartbeat" (
  "owner" TEXT NOT NULL,
  "startedAt" TIMESTAMPTZ(3) NOT NULL,
  "lastPassAt" TIMESTAMPTZ(3) NOT NULL,
  "holdsLock" BOOLEAN NOT NULL DEFAULT false,
  "figures" JSONB,
  CONSTRAINT "aggregator_heartbeat_pkey" PRIMARY KEY ("owner")
);

CREATE TABLE "alert" (
  "id" SERIAL NOT NULL,
  "name" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "query" TEXT,
  "brokenHours" INTEGER,
  "channelIds" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
  "isOn" BOOLEAN NOT NULL DEFAULT true,
  "afterId" BIGINT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "sourceId" INTEGER,
  "folderId" INTEGER,
  "viewId" INTEGER,
  "subscriberId" TEXT NOT NULL,
  CONSTRAINT "alert_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "alert_folderId_idx" ON "alert" ("folderId");
CREATE INDEX "alert_sourceId_idx" ON "alert" ("sourceId");
CREATE INDEX "alert_subscriberId_idx" ON "alert" ("subscriberId");
CREATE INDEX "alert_viewId_idx" ON "alert" ("viewId");

CREATE TABLE "alert_channel" (
  "id" SERIAL NOT NULL,
  "name" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "config" JSONB NOT NULL,
  "host" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "lastSentAt" TIMESTAMPTZ(3),
  "endedAt" TIMESTAMPTZ(3),
  "subscriberId" TEXT NOT NULL,
  "sessionId" TEXT,
  CONSTRAINT "alert_channel_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "alert_channel_sessionId_idx" ON "alert_channel" ("sessionId");
CREATE INDEX "alert_channel_subscriberId_idx" ON "alert_channel" ("subscriberId");

CREATE TABLE "alert_delivery" (
  "id" BIGSERIAL NOT NULL,
  "key" TEXT NOT NULL,
  "state" TEXT NOT NULL DEFAULT 'waiting',
  "isBundle" BOOLEAN NOT NULL DEFAULT false,
  "madeAt" TIMESTAMPTZ(3) NOT NULL,
  "dueAt" TIMESTAMPTZ(3) NOT NULL,
  "leaseUntil" TIMESTAMPTZ(3),
  "leaseOwner" TEXT,
  "tries" INTEGER NOT NULL DEFAULT 0,
  "sentAt" TIMESTAMPTZ(3),
  "httpStatus" INTEGER,
  "error" TEXT,
  "channelId" INTEGER NOT NULL,
  "subscriberId" TEXT NOT NULL,
  CONSTRAINT "alert_delivery_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "alert_delivery_channelId_dueAt_idx" ON "alert_delivery" ("channelId", "dueAt");
CREATE INDEX "alert_delivery_due_idx" ON "alert_delivery" ("dueAt", "id") WHERE ("state" = 'waiting');
CREATE UNIQUE INDEX "alert_delivery_key_key" ON "alert_delivery" ("key");
CREATE INDEX "alert_delivery_madeAt_idx" ON "alert_delivery" ("madeAt");
CREATE INDEX "alert_delivery_subscriberId_id_idx" ON "alert_delivery" ("subscriberId", "id");

CREATE TABLE "alert_delivery_item" (
  "channelId" INTEGER NOT NULL,
  "hitId" BIGINT NOT NULL,
  "deliveryId" BIGINT NOT NULL,
  CONSTRAINT "alert_delivery_item_pkey" PRIMARY KEY ("channelId", "hitId")
);
CREATE INDEX "alert_delivery_item_deliveryId_idx" ON "alert_delivery_item" ("deliveryId");
CREATE INDEX "alert_delivery_item_hitId_idx" ON "alert_delivery_item" ("hitId");

CREATE TABLE "alert_hit" (
  "id" BIGSERIAL NOT NULL,
  "key" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "detail" JSONB,
  "foundAt" TIMESTAMPTZ(3) NOT NULL,
  "madeAt" TIMESTAMPTZ(3) NOT NULL,
  "seenAt" TIMESTAMPTZ(3),
  "subscriberId" TEXT NOT NULL,
  "alertId" INTEGER,
  "ruleId" INTEGER,
  "postingId" BIGINT,
  "sourceId" INTEGER,
  CONSTRAINT "alert_hit_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "alert_hit_alertId_idx" ON "alert_hit" ("alertId");
CREATE INDEX "alert_hit_madeAt_idx" ON "alert_hit" ("madeAt");
CREATE INDEX "alert_hit_postingId_idx" ON "alert_hit" ("postingId");
CREATE INDEX "alert_hit_sourceId_idx" ON "alert_hit" ("sourceId");
CREATE INDEX "alert_hit_subscriberId_id_idx" ON "alert_hit" ("subscriberId", "id");
CREATE UNIQUE INDEX "alert_hit_subscriberId_key_key" ON "alert_hit" ("subscriberId", "key");

CREATE TABLE "alert_progress" (
  "id" INTEGER NOT NULL DEFAULT 1,
  "throughId" BIGINT NOT NULL,
  CONSTRAINT "alert_progress_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "alert_setting" (
  "subscriberId" TEXT NOT NULL,
  "zone" TEXT NOT NULL DEFAULT 'UTC',
  "quietFrom" INTEGER,
  "quietTo" INTEGER,
  "mostPerHour" INTEGER NOT NULL DEFAULT 20,
  CONSTRAINT "alert_setting_pkey" PRIMARY KEY ("subscriberId")
);

CREATE TABLE "alert_source" (
  "alertId" INTEGER NOT NULL,
  "sourceId" INTEGER NOT NULL,
  CONSTRAINT "alert_source_pkey" PRIMARY KEY ("alertId", "sourceId")
);
CREATE INDEX "alert_source_sourceId_idx" ON "alert_source" ("sourceId");

CREATE TABLE "api_token" (
  "id" SERIAL NOT NULL,
  "name" TEXT NOT NULL,
  "tokenHash" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "lastUsedAt" TIMESTAMPTZ(3),
  "userId" TEXT NOT NULL,
  "kind" TEXT NOT NULL DEFAULT 'api',
  "feverHash" TEXT,
  "scopes" TEXT[] DEFAULT ARRAY['read', 'write', 'admin'],
  CONSTRAINT "api_token_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "api_token_feverHash_key" ON "api_token" ("feverHash");
CREATE UNIQUE INDEX "api_token_tokenHash_key" ON "api_token" ("tokenHash");
CREATE INDEX "api_token_userId_idx" ON "api_token" ("userId");

CREATE TABLE "audit_log" (
  "id" BIGSERIAL NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "act" TEXT NOT NULL,
  "address" TEXT,
  "detail" TEXT NOT NULL DEFAULT '',
  "actorId" TEXT,
  "subjectId" TEXT,
  "change" JSONB,
  "revertsId" BIGINT,
  CONSTRAINT "audit_log_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "audit_log_act_at_idx" ON "audit_log" ("act", "at");
CREATE INDEX "audit_log_actorId_idx" ON "audit_log" ("actorId");
CREATE INDEX "audit_log_at_idx" ON "audit_log" ("at");
CREATE UNIQUE INDEX "audit_log_revertsId_key" ON "audit_log" ("revertsId");
CREATE INDEX "audit_log_subjectId_idx" ON "audit_log" ("subjectId");

CREATE TABLE "clustering_progress" (
  "id" INTEGER NOT NULL DEFAULT 1,
  "throughId" BIGINT NOT NULL,
  CONSTRAINT "clustering_progress_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "digest" (
  "id" SERIAL NOT NULL,
  "name" TEXT NOT NULL,
  "place" TEXT NOT NULL,
  "rhythm" TEXT NOT NULL DEFAULT 'daily',
  "weekday" INTEGER NOT NULL DEFAULT 0,
  "hour" INTEGER NOT NULL,
  "zone" TEXT NOT NULL,
  "mostPostings" INTEGER NOT NULL DEFAULT 50,
  "isOn" BOOLEAN NOT NULL DEFAULT true,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  "coveredAt" TIMESTAMPTZ(3) NOT NULL,
  "nextSlotAt" TIMESTAMPTZ(3) NOT NULL,
  "folderId" INTEGER,
  "labelId" INTEGER,
  "viewId" INTEGER,
  "subscriberId" TEXT NOT NULL,
  CONSTRAINT "digest_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "digest_due_idx" ON "digest" ("nextSlotAt") WHERE "isOn";
CREATE INDEX "digest_folderId_idx" ON "digest" ("folderId");
CREATE INDEX "digest_labelId_idx" ON "digest" ("labelId");
CREATE INDEX "digest_subscriberId_idx" ON "digest" ("subscriberId");
CREATE INDEX "digest_viewId_idx" ON "digest" ("viewId");

CREATE TABLE "digest_slot" (
  "digestId" INTEGER NOT NULL,
  "slotAt" TIMESTAMPTZ(3) NOT NULL,
  "fromAt" TIMESTAMPTZ(3) NOT NULL,
  "tries" INTEGER NOT NULL DEFAULT 1,
  "nextTryAt" TIMESTAMPTZ(3) NOT NULL,
  "outcome" TEXT,
  "finishedAt" TIMESTAMPTZ(3),
  "postings" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "digest_slot_pkey" PRIMARY KEY ("digestId", "slotAt")
);
CREATE INDEX "digest_slot_waiting_idx" ON "digest_slot" ("nextTryAt") WHERE ("outcome" IS NULL);

-- What a subscription had, so that subscribing again brings it back.
CREATE TABLE "ended_subscription" (
  "id" INTEGER NOT NULL,
  "endedAt" TIMESTAMPTZ(3) NOT NULL,
  "kept" JSONB NOT NULL,
  "sourceId" INTEGER NOT NULL,
  "subscriberId" TEXT NOT NULL,
  CONSTRAINT "ended_subscription_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "ended_subscription_sourceId_idx" ON "ended_subscription" ("sourceId");
CREATE INDEX "ended_subscription_subscriberId_endedAt_idx" ON "ended_subscription" ("subscriberId", "endedAt");

CREATE TABLE "event" (
  "id" BIGSERIAL NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "writer" BIGINT NOT NULL,
  "snapshot" TEXT NOT NULL,
  "body" JSONB NOT NULL,
  "subscriberId" TEXT,
  "sourceId" INTEGER,
  CONSTRAINT "event_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "event_writer_idx" ON "event" ("writer");

CREATE TABLE "folder" (
  "id" SERIAL NOT NULL,
  "name" TEXT NOT NULL,
  "position" INTEGER NOT NULL DEFAULT 0,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "subscriberId" TEXT NOT NULL,
  "parentId" INTEGER,
  CONSTRAINT "folder_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "folder_parentId_idx" ON "folder" ("parentId");
-- Two folders at the top (no parent) have different names, too.
CREATE UNIQUE INDEX "folder_subscriberId_parentId_name_key" ON "folder" ("subscriberId", "parentId", "name") NULLS NOT DISTINCT;

CREATE TABLE "forgotten_posting" (
  "sourceId" INTEGER NOT NULL,
  "keyHash" BIGINT NOT NULL,
  "titleHash" INTEGER NOT NULL,
  "urlHash" INTEGER,
  "claimedHash" INTEGER,
  CONSTRAINT "forgotten_posting_pkey" PRIMARY KEY ("sourceId", "keyHash")
);

-- Leases come and go without touching an index. Room on each page keeps such updates out of all indexes (HOT).
CREATE TABLE "host" (
  "name" TEXT NOT NULL,
  "leaseUntil" TIMESTAMPTZ(3),
  "nextRequestAt" TIMESTAMPTZ(3),
  "downSince" TIMESTAMPTZ(3),
  "failedSourceIds" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
  "leaseOwner" TEXT,
  "probes" INTEGER NOT NULL DEFAULT 0,
  "requestsPerHour" DOUBLE PRECISION,
  "pauseStatus" INTEGER,
  CONSTRAINT "host_pkey" PRIMARY KEY ("name")
) WITH (fillfactor = 70);

CREATE TABLE "host_wish" (
  "host" TEXT NOT NULL,
  "leastIntervalMs" BIGINT,
  "requestsPerHour" DOUBLE PRECISION,
  "isOptedOut" BOOLEAN NOT NULL DEFAULT false,
  "evidence" TEXT NOT NULL DEFAULT '',
  "isShipped" BOOLEAN NOT NULL DEFAULT false,
  "editedAt" TIMESTAMPTZ(3),
  CONSTRAINT "host_wish_pkey" PRIMARY KEY ("host")
);

CREATE TABLE "hub_subscription" (
  "id" SERIAL NOT NULL,
  "callbackUrl" TEXT NOT NULL,
  "format" TEXT NOT NULL,
  "secret" TEXT,
  "asked" TEXT,
  "askedLeaseMs" BIGINT,
  "askedSecret" TEXT,
  "leaseEndsAt" TIMESTAMPTZ(3),
  "sentTags" TEXT[] DEFAULT ARRAY[]::TEXT[],
  "lookedId" BIGINT NOT NULL DEFAULT 0,
  "lookedAt" TIMESTAMPTZ(3),
  "nextTryAt" TIMESTAMPTZ(3) NOT NULL,
  "failures" INTEGER NOT NULL DEFAULT 0,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  "feedId" INTEGER NOT NULL,
  CONSTRAINT "hub_subscription_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "hub_subscription_feedId_format_callbackUrl_key" ON "hub_subscription" ("feedId", "format", "callbackUrl");
CREATE INDEX "hub_subscription_nextTryAt_idx" ON "hub_subscription" ("nextTryAt");

CREATE TABLE "integration" (
  "id" SERIAL NOT NULL,
  "name" TEXT NOT NULL,
  "kind" TEXT NOT NULL,
  "config" JSONB NOT NULL,
  "secretSealed" TEXT NOT NULL,
  "host" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  "lastSentAt" TIMESTAMPTZ(3),
  "subscriberId" TEXT NOT NULL,
  CONSTRAINT "integration_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "integration_subscriberId_idx" ON "integration" ("subscriberId");

CREATE TABLE "integration_send" (
  "id" BIGSERIAL NOT NULL,
  "state" TEXT NOT NULL DEFAULT 'waiting',
  "url" TEXT NOT NULL,
  "title" TEXT NOT NULL,
  "madeAt" TIMESTAMPTZ(3) NOT NULL,
  "dueAt" TIMESTAMPTZ(3) NOT NULL,
  "leaseUntil" TIMESTAMPTZ(3),
  "leaseOwner" TEXT,
  "tries" INTEGER NOT NULL DEFAULT 0,
  "sentAt" TIMESTAMPTZ(3),
  "httpStatus" INTEGER,
  "error" TEXT,
  "ruleId" INTEGER,
  "integrationId" INTEGER NOT NULL,
  "postingId" BIGINT,
  "subscriberId" TEXT NOT NULL,
  CONSTRAINT "integration_send_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "integration_send_due_idx" ON "integration_send" ("dueAt", "id") WHERE ("state" = 'waiting');
CREATE UNIQUE INDEX "integration_send_integrationId_postingId_key" ON "integration_send" ("integrationId", "postingId");
CREATE INDEX "integration_send_madeAt_idx" ON "integration_send" ("madeAt");
CREATE INDEX "integration_send_postingId_idx" ON "integration_send" ("postingId");
CREATE INDEX "integration_send_subscriberId_id_idx" ON "integration_send" ("subscriberId", "id");

CREATE TABLE "invitation" (
  "id" SERIAL NOT NULL,
  "secretHash" TEXT NOT NULL,
  "note" TEXT NOT NULL DEFAULT '',
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL,
  "usedAt" TIMESTAMPTZ(3),
  "usedBy" TEXT,
  "createdById" TEXT NOT NULL,
  CONSTRAINT "invitation_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "invitation_createdById_idx" ON "invitation" ("createdById");
CREATE UNIQUE INDEX "invitation_secretHash_key" ON "invitation" ("secretHash");

CREATE TABLE "keyed_answer" (
  "subscriberId" TEXT NOT NULL,
  "key" TEXT NOT NULL,
  "asked" TEXT NOT NULL,
  "status" INTEGER NOT NULL,
  "answer" TEXT NOT NULL,
  "answeredAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "keyed_answer_pkey" PRIMARY KEY ("subscriberId", "key")
);
CREATE INDEX "keyed_answer_answeredAt_idx" ON "keyed_answer" ("answeredAt");
CREATE INDEX "keyed_answer_subscriberId_answeredAt_idx" ON "keyed_answer" ("subscriberId", "answeredAt");

CREATE TABLE "lab_run" (
  "id" SERIAL NOT NULL,
  "state" TEXT NOT NULL DEFAULT 'waiting',
  "progress" DOUBLE PRECISION NOT NULL DEFAULT 0,
  "request" JSONB NOT NULL,
  "result" JSONB,
  "failure" TEXT,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  "startedAt" TIMESTAMPTZ(3),
  "finishedAt" TIMESTAMPTZ(3),
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "leaseUntil" TIMESTAMPTZ(3),
  "leaseOwner" TEXT,
  "requestedById" TEXT,
  "trace" BYTEA,
  CONSTRAINT "lab_run_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "lab_run_createdAt_idx" ON "lab_run" ("createdAt");
CREATE INDEX "lab_run_requestedById_idx" ON "lab_run" ("requestedById");
CREATE INDEX "lab_run_state_id_idx" ON "lab_run" ("state", "id");

CREATE TABLE "label" (
  "id" SERIAL NOT NULL,
  "name" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "subscriberId" TEXT NOT NULL,
  CONSTRAINT "label_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "label_subscriberId_name_key" ON "label" ("subscriberId", "name");

CREATE TABLE "list_setting" (
  "scope" TEXT NOT NULL,
  "layout" TEXT,
  "density" TEXT,
  "order" TEXT,
  "show" TEXT,
  "options" JSONB,
  "subscriberId" TEXT NOT NULL,
  "sourceCap" TEXT,
  CONSTRAINT "list_setting_pkey" PRIMARY KEY ("subscriberId", "scope")
);

CREATE TABLE "media_position" (
  "subscriberId" TEXT NOT NULL,
  "postingId" BIGINT NOT NULL,
  "mediaKey" TEXT NOT NULL,
  "positionMs" INTEGER NOT NULL,
  "durationMs" INTEGER,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "media_position_pkey" PRIMARY KEY ("subscriberId", "postingId", "mediaKey")
);
CREATE INDEX "media_position_postingId_idx" ON "media_position" ("postingId");

CREATE TABLE "one_time_secret" (
  "secretHash" TEXT NOT NULL,
  "purpose" TEXT NOT NULL,
  "value" TEXT NOT NULL DEFAULT '',
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL,
  "userId" TEXT,
  CONSTRAINT "one_time_secret_pkey" PRIMARY KEY ("secretHash")
);
CREATE INDEX "one_time_secret_expiresAt_idx" ON "one_time_secret" ("expiresAt");
CREATE INDEX "one_time_secret_userId_idx" ON "one_time_secret" ("userId");

CREATE TABLE "output_feed" (
  "id" SERIAL NOT NULL,
  "name" TEXT NOT NULL,
  "place" TEXT NOT NULL,
  "text" TEXT NOT NULL DEFAULT 'full',
  "mostEntries" INTEGER NOT NULL DEFAULT 50,
  "secretHash" TEXT NOT NULL,
  "secretSealed" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  "renewedAt" TIMESTAMPTZ(3) NOT NULL,
  "lastReadAt" TIMESTAMPTZ(3),
  "heldHash" TEXT,
  "heldAt" TIMESTAMPTZ(3),
  "folderId" INTEGER,
  "labelId" INTEGER,
  "viewId" INTEGER,
  "subscriberId" TEXT NOT NULL,
  CONSTRAINT "output_feed_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "output_feed_folderId_idx" ON "output_feed" ("folderId");
CREATE INDEX "output_feed_labelId_idx" ON "output_feed" ("labelId");
CREATE UNIQUE INDEX "output_feed_secretHash_key" ON "output_feed" ("secretHash");
CREATE INDEX "output_feed_subscriberId_idx" ON "output_feed" ("subscriberId");
CREATE INDEX "output_feed_viewId_idx" ON "output_feed" ("viewId");

CREATE TABLE "passkey" (
  "id" SERIAL NOT NULL,
  "name" TEXT NOT NULL,
  "credentialId" TEXT NOT NULL,
  "publicKey" BYTEA NOT NULL,
  "counter" BIGINT NOT NULL DEFAULT 0,
  "transports" TEXT[] DEFAULT ARRAY[]::TEXT[],
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "lastUsedAt" TIMESTAMPTZ(3),
  "userId" TEXT NOT NULL,
  CONSTRAINT "passkey_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "passkey_credentialId_key" ON "passkey" ("credentialId");
CREATE INDEX "passkey_userId_idx" ON "passkey" ("userId");

CREATE TABLE "plan" (
  "id" BIGSERIAL NOT NULL,
  "madeAt" TIMESTAMPTZ(3) NOT NULL,
  "policy" TEXT NOT NULL,
  "policyVersion" TEXT NOT NULL,
  "weight" DOUBLE PRECISION NOT NULL,
  "ratePerDay" DOUBLE PRECISION NOT NULL,
  "pollsPerDay" DOUBLE PRECISION NOT NULL,
  "pattern" DOUBLE PRECISION[],
  "carry" DOUBLE PRECISION NOT NULL,
  "predictedDelayMs" DOUBLE PRECISION NOT NULL,
  "minIntervalMs" BIGINT NOT NULL,
  "maxStalenessMs" BIGINT NOT NULL,
  "windowSize" INTEGER,
  "sourceId" INTEGER NOT NULL,
  "runId" INTEGER,
  "presence" BYTEA,
  "delayRoot" DOUBLE PRECISION,
  "pollsRoot" DOUBLE PRECISION,
  CONSTRAINT "plan_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "plan_runId_idx" ON "plan" ("runId");
CREATE INDEX "plan_sourceId_madeAt_idx" ON "plan" ("sourceId", "madeAt");

CREATE TABLE "planning_run" (
  "id" SERIAL NOT NULL,
  "madeAt" TIMESTAMPTZ(3) NOT NULL,
  "policyVersion" TEXT NOT NULL,
  "run" JSONB NOT NULL,
  "sources" INTEGER NOT NULL,
  "grantedPerDay" DOUBLE PRECISION NOT NULL,
  "predictedDelayMs" DOUBLE PRECISION,
  CONSTRAINT "planning_run_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "planning_run_madeAt_idx" ON "planning_run" ("madeAt");

CREATE TABLE "poll" (
  "id" BIGSERIAL NOT NULL,
  "plannedAt" TIMESTAMPTZ(3),
  "plannedReason" JSONB,
  "startedAt" TIMESTAMPTZ(3) NOT NULL,
  "finishedAt" TIMESTAMPTZ(3) NOT NULL,
  "outcome" TEXT NOT NULL,
  "httpStatus" INTEGER,
  "error" JSONB,
  "bytes" INTEGER NOT NULL DEFAULT 0,
  "entries" INTEGER,
  "newPostings" INTEGER NOT NULL DEFAULT 0,
  "factOutcome" TEXT NOT NULL,
  "consecutiveFailures" INTEGER NOT NULL,
  "notBeforeAt" TIMESTAMPTZ(3),
  "windowSize" INTEGER,
  "windowOldestAt" TIMESTAMPTZ(3),
  "windowNewestAt" TIMESTAMPTZ(3),
  "nextPollAt" TIMESTAMPTZ(3),
  "proposedAt" TIMESTAMPTZ(3),
  "reason" JSONB,
  "policyVersion" TEXT NOT NULL DEFAULT '',
  "planId" BIGINT,
  "sourceId" INTEGER NOT NULL,
  "likelyLost" INTEGER,
  "overflowAt" TIMESTAMPTZ(3),
  "overlap" INTEGER,
  "quietUntil" TIMESTAMPTZ(3),
  "pushShare" DOUBLE PRECISION NOT NULL DEFAULT 0,
  CONSTRAINT "poll_pkey" PRIMARY KEY ("id")
) PARTITION BY RANGE ("id");
CREATE INDEX "poll_finishedAt_idx" ON "poll" ("finishedAt");
CREATE INDEX "poll_planId_idx" ON "poll" ("planId");
CREATE INDEX "poll_sourceId_finishedAt_idx" ON "poll" ("sourceId", "finishedAt" DESC);

CREATE TABLE "poll_day" (
  "sourceId" INTEGER NOT NULL,
  "day" DATE NOT NULL,
  "fetched" INTEGER NOT NULL DEFAULT 0,
  "notModified" INTEGER NOT NULL DEFAULT 0,
  "throttled" INTEGER NOT NULL DEFAULT 0,
  "gone" INTEGER NOT NULL DEFAULT 0,
  "optedOut" INTEGER NOT NULL DEFAULT 0,
  "failed" INTEGER NOT NULL DEFAULT 0,
  "bytes" BIGINT NOT NULL DEFAULT 0,
  "newPostings" INTEGER NOT NULL DEFAULT 0,
  "lagSumMs" DOUBLE PRECISION NOT NULL DEFAULT 0,
  "lagCounts" INTEGER[],
  "delaySumMs" DOUBLE PRECISION NOT NULL DEFAULT 0,
  "delayCounts" INTEGER[],
  CONSTRAINT "poll_day_pkey" PRIMARY KEY ("sourceId", "day")
);

-- Postings and polls are kept in partitions by id, because ids grow with time. A unique index would need the
-- id in its key; so "posting_alias" keeps every key of a source to one posting.
CREATE TABLE "posting" (
  "id" BIGSERIAL NOT NULL,
  "key" TEXT NOT NULL,
  "guid" TEXT,
  "title" TEXT NOT NULL,
  "url" TEXT,
  "author" TEXT,
  "html" TEXT NOT NULL,
  "excerpt" TEXT NOT NULL,
  "imageUrl" TEXT,
  "enclosures" JSONB NOT NULL DEFAULT '[]',
  "contentHash" TEXT NOT NULL,
  "claimedAt" TIMESTAMPTZ(3),
  "publishedAt" TIMESTAMPTZ(3),
  "foundAt" TIMESTAMPTZ(3) NOT NULL,
  "notBeforeAt" TIMESTAMPTZ(3),
  "isInitial" BOOLEAN NOT NULL,
  "shownAt" TIMESTAMPTZ(3) NOT NULL,
  "editedAt" TIMESTAMPTZ(3),
  "sourceId" INTEGER NOT NULL,
  "pollId" BIGINT,
  "clusterId" BIGINT,
  CONSTRAINT "posting_pkey" PRIMARY KEY ("id")
) PARTITION BY RANGE ("id");
CREATE INDEX "posting_clusterId_idx" ON "posting" ("clusterId") WHERE ("clusterId" IS NOT NULL);
CREATE INDEX "posting_foundAt_idx" ON "posting" ("foundAt") WHERE (NOT "isInitial");
CREATE INDEX "posting_shownAt_id_idx" ON "posting" ("shownAt" DESC, "id" DESC);
CREATE INDEX "posting_sourceId_id_clusterId_idx" ON "posting" ("sourceId", "id", "clusterId") WHERE ("clusterId" IS NOT NULL);
CREATE INDEX "posting_sourceId_id_idx" ON "posting" ("sourceId", "id");
CREATE INDEX "posting_sourceId_published_id_idx" ON "posting" ("sourceId", COALESCE("publishedAt", "shownAt") DESC, "id" DESC) INCLUDE ("publishedAt", "shownAt");
CREATE INDEX "posting_sourceId_shownAt_id_idx" ON "posting" ("sourceId", "shownAt" DESC, "id" DESC);
CREATE INDEX "posting_url_idx" ON "posting" (md5("url"), "sourceId") WHERE ("url" IS NOT NULL);

CREATE TABLE "posting_alias" (
  "key" TEXT NOT NULL,
  "foundAt" TIMESTAMPTZ(3) NOT NULL,
  "sourceId" INTEGER NOT NULL,
  "postingId" BIGINT NOT NULL,
  CONSTRAINT "posting_alias_pkey" PRIMARY KEY ("sourceId", "key")
);
CREATE INDEX "posting_alias_postingId_idx" ON "posting_alias" ("postingId");

CREATE TABLE "posting_clue" (
  "clue" BIGINT NOT NULL,
  "fingerprint" BIGINT,
  "shownAt" TIMESTAMPTZ(3) NOT NULL,
  "sourceId" INTEGER NOT NULL,
  "postingId" BIGINT NOT NULL,
  CONSTRAINT "posting_clue_pkey" PRIMARY KEY ("clue", "postingId")
);
CREATE INDEX "posting_clue_postingId_idx" ON "posting_clue" ("postingId");
CREATE INDEX "posting_clue_shownAt_idx" ON "posting_clue" ("shownAt");

CREATE TABLE "posting_full_text" (
  "postingId" BIGINT NOT NULL,
  "html" TEXT,
  "fetchedAt" TIMESTAMPTZ(3),
  "failureKind" TEXT,
  "failureMessage" TEXT,
  "tries" INTEGER NOT NULL DEFAULT 0,
  "nextTryAt" TIMESTAMPTZ(3),
  CONSTRAINT "posting_full_text_pkey" PRIMARY KEY ("postingId")
);

CREATE TABLE "posting_highlight" (
  "id" SERIAL NOT NULL,
  "postingId" BIGINT NOT NULL,
  "quote" TEXT NOT NULL,
  "before" TEXT NOT NULL,
  "behind" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  "subscriberId" TEXT NOT NULL,
  CONSTRAINT "posting_highlight_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "posting_highlight_subscriberId_postingId_idx" ON "posting_highlight" ("subscriberId", "postingId");

CREATE TABLE "posting_label" (
  "postingId" BIGINT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "labelId" INTEGER NOT NULL,
  "subscriberId" TEXT NOT NULL,
  CONSTRAINT "posting_label_pkey" PRIMARY KEY ("labelId", "postingId")
);
CREATE INDEX "posting_label_postingId_idx" ON "posting_label" ("postingId");
CREATE INDEX "posting_label_subscriberId_postingId_idx" ON "posting_label" ("subscriberId", "postingId");

CREATE TABLE "posting_note" (
  "subscriberId" TEXT NOT NULL,
  "postingId" BIGINT NOT NULL,
  "text" TEXT NOT NULL,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "posting_note_pkey" PRIMARY KEY ("subscriberId", "postingId")
);

CREATE TABLE "posting_revision" (
  "id" BIGSERIAL NOT NULL,
  "title" TEXT NOT NULL,
  "html" TEXT NOT NULL,
  "contentHash" TEXT NOT NULL,
  "foundAt" TIMESTAMPTZ(3) NOT NULL,
  "replacedAt" TIMESTAMPTZ(3) NOT NULL,
  "postingId" BIGINT NOT NULL,
  CONSTRAINT "posting_revision_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "posting_revision_postingId_id_idx" ON "posting_revision" ("postingId", "id");

-- Documents are read only for phrases and ranks. Those that make a row longer than 2 kB are stored out of
-- line.
CREATE TABLE "posting_search" (
  "postingId" BIGINT NOT NULL,
  "shownAt" TIMESTAMPTZ(3) NOT NULL,
  "sourceId" INTEGER NOT NULL,
  "document" TSVECTOR NOT NULL,
  CONSTRAINT "posting_search_pkey" PRIMARY KEY ("postingId")
) WITH (toast_tuple_target = 128);
ALTER TABLE "posting_search" ALTER COLUMN "document" SET STORAGE EXTERNAL;
CREATE INDEX "posting_search_document_idx" ON "posting_search" USING GIN ("document");

CREATE TABLE "posting_state" (
  "postingId" BIGINT NOT NULL,
  "isRead" BOOLEAN,
  "starredAt" TIMESTAMPTZ(3),
  "seenAt" TIMESTAMPTZ(3),
  "updatedAt" TIMESTAMPTZ(3) NOT NULL,
  "sourceId" INTEGER NOT NULL,
  "subscriberId" TEXT NOT NULL,
  "laterAt" TIMESTAMPTZ(3),
  "readAt" TIMESTAMPTZ(3),
  "notedAt" TIMESTAMPTZ(3),
  "hiddenAt" TIMESTAMPTZ(3),
  CONSTRAINT "posting_state_pkey" PRIMARY KEY ("subscriberId", "postingId"),
  CONSTRAINT "posting_state_hidden_is_read" CHECK (("hiddenAt" IS NULL) OR ("isRead" IS TRUE))
);
CREATE INDEX "posting_state_hidden_idx" ON "posting_state" ("subscriberId", "postingId") WHERE ("hiddenAt" IS NOT NULL);
CREATE INDEX "posting_state_kept_idx" ON "posting_state" ("postingId") WHERE (("starredAt" IS NOT NULL) OR ("laterAt" IS NOT NULL) OR ("notedAt" IS NOT NULL) OR (NOT "isRead"));
CREATE INDEX "posting_state_noted_idx" ON "posting_state" ("subscriberId", "notedAt") WHERE ("notedAt" IS NOT NULL);
CREATE INDEX "posting_state_subscriberId_laterAt_idx" ON "posting_state" ("subscriberId", "laterAt");
CREATE INDEX "posting_state_subscriberId_sourceId_postingId_idx" ON "posting_state" ("subscriberId", "sourceId", "postingId");
CREATE INDEX "posting_state_subscriberId_starredAt_idx" ON "posting_state" ("subscriberId", "starredAt");

-- A memory (4 kB) stays in its row. By default PostgreSQL would pack it into a second table, and each poll
-- would have to look it up there and unpack it.
CREATE TABLE "price_memory" (
  "sourceId" INTEGER NOT NULL,
  "version" INTEGER NOT NULL,
  "bytes" BYTEA NOT NULL,
  CONSTRAINT "price_memory_pkey" PRIMARY KEY ("sourceId")
) WITH (toast_tuple_target = 8160);

CREATE TABLE "promise_change" (
  "sourceId" INTEGER NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "state" TEXT NOT NULL,
  "promiseMs" BIGINT,
  CONSTRAINT "promise_change_pkey" PRIMARY KEY ("sourceId", "at")
);

CREATE TABLE "push_delivery" (
  "id" BIGSERIAL NOT NULL,
  "receivedAt" TIMESTAMPTZ(3) NOT NULL,
  "contentType" TEXT,
  "body" BYTEA NOT NULL,
  "failures" INTEGER NOT NULL DEFAULT 0,
  "pushSubscriptionId" INTEGER NOT NULL,
  CONSTRAINT "push_delivery_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "push_delivery_pushSubscriptionId_id_idx" ON "push_delivery" ("pushSubscriptionId", "id");

CREATE TABLE "push_subscription" (
  "id" SERIAL NOT NULL,
  "callbackId" TEXT NOT NULL,
  "protocol" TEXT NOT NULL,
  "hubUrl" TEXT NOT NULL,
  "topicUrl" TEXT NOT NULL,
  "secret" TEXT NOT NULL,
  "state" TEXT NOT NULL DEFAULT 'asked',
  "isOffered" BOOLEAN NOT NULL DEFAULT true,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "askedMode" TEXT,
  "nextRequestAt" TIMESTAMPTZ(3) NOT NULL,
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "lastError" JSONB,
  "activeSince" TIMESTAMPTZ(3),
  "leaseEndsAt" TIMESTAMPTZ(3),
  "lastDeliveryAt" TIMESTAMPTZ(3),
  "pingedAt" TIMESTAMPTZ(3),
  "deliveries" INTEGER NOT NULL DEFAULT 0,
  "refusedDeliveries" INTEGER NOT NULL DEFAULT 0,
  "pushShare" DOUBLE PRECISION NOT NULL DEFAULT 0,
  "sourceId" INTEGER NOT NULL,
  CONSTRAINT "push_subscription_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "push_subscription_callbackId_key" ON "push_subscription" ("callbackId");
CREATE INDEX "push_subscription_nextRequestAt_idx" ON "push_subscription" ("nextRequestAt");
CREATE UNIQUE INDEX "push_subscription_sourceId_protocol_hubUrl_topicUrl_key" ON "push_subscription" ("sourceId", "protocol", "hubUrl", "topicUrl");

CREATE TABLE "rate_limit" (
  "id" TEXT NOT NULL,
  "key" TEXT NOT NULL,
  "count" INTEGER NOT NULL,
  "lastRequest" BIGINT NOT NULL,
  CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "rate_limit_key_key" ON "rate_limit" ("key");

CREATE TABLE "reader_count" (
  "id" INTEGER NOT NULL DEFAULT 1,
  "countedAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "reader_count_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "reading_hours" (
  "subscriberId" TEXT NOT NULL,
  "kind" TEXT NOT NULL DEFAULT 'off',
  "zone" TEXT NOT NULL DEFAULT 'UTC',
  "given" INTEGER[] DEFAULT ARRAY[]::INTEGER[],
  "learned" BYTEA,
  "learnedAt" TIMESTAMPTZ(3),
  "learnsFrom" TIMESTAMPTZ(3),
  CONSTRAINT "reading_hours_pkey" PRIMARY KEY ("subscriberId")
);

CREATE TABLE "reading_settings" (
  "subscriberId" TEXT NOT NULL,
  "typeface" TEXT NOT NULL DEFAULT 'serif',
  "sizePx" INTEGER NOT NULL DEFAULT 18,
  "widthPx" INTEGER NOT NULL DEFAULT 608,
  "lineHeight" DOUBLE PRECISION NOT NULL DEFAULT 1.6,
  "images" TEXT NOT NULL DEFAULT 'proxied',
  "showsStoryOnce" BOOLEAN NOT NULL DEFAULT true,
  "readsWholeStory" BOOLEAN NOT NULL DEFAULT true,
  "shareTemplates" JSONB NOT NULL DEFAULT '[]',
  CONSTRAINT "reading_settings_pkey" PRIMARY KEY ("subscriberId")
);

CREATE TABLE "recovery_code" (
  "userId" TEXT NOT NULL,
  "codeHash" TEXT NOT NULL,
  "usedAt" TIMESTAMPTZ(3),
  CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("userId", "codeHash")
);

CREATE TABLE "robots_file" (
  "origin" TEXT NOT NULL,
  "checkedAt" TIMESTAMPTZ(3) NOT NULL,
  "rules" JSONB NOT NULL DEFAULT '[]',
  "crawlDelayMs" INTEGER,
  CONSTRAINT "robots_file_pkey" PRIMARY KEY ("origin")
);

CREATE TABLE "rule" (
  "id" SERIAL NOT NULL,
  "name" TEXT NOT NULL,
  "kind" TEXT NOT NULL DEFAULT 'rule',
  "query" TEXT NOT NULL,
  "scope" TEXT NOT NULL DEFAULT 'all',
  "marksRead" BOOLEAN NOT NULL DEFAULT false,
  "stars" BOOLEAN NOT NULL DEFAULT false,
  "hides" BOOLEAN NOT NULL DEFAULT false,
  "alerts" BOOLEAN NOT NULL DEFAULT false,
  "stops" BOOLEAN NOT NULL DEFAULT false,
  "isOn" BOOLEAN NOT NULL DEFAULT true,
  "position" INTEGER NOT NULL DEFAULT 0,
  "candidateWords" TSQUERY,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "labelId" INTEGER,
  "folderId" INTEGER,
  "sourceId" INTEGER,
  "subscriberId" TEXT NOT NULL,
  "sendTo" INTEGER,
  CONSTRAINT "rule_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "rule_folderId_idx" ON "rule" ("folderId");
CREATE INDEX "rule_labelId_idx" ON "rule" ("labelId");
CREATE INDEX "rule_sourceId_idx" ON "rule" ("sourceId");
CREATE INDEX "rule_subscriberId_position_idx" ON "rule" ("subscriberId", "position");

CREATE TABLE "rule_change" (
  "runId" BIGINT NOT NULL,
  "ruleId" INTEGER NOT NULL,
  "postingId" BIGINT NOT NULL,
  "acts" TEXT[],
  "wasRead" BOOLEAN,
  "labelId" INTEGER,
  CONSTRAINT "rule_change_pkey" PRIMARY KEY ("runId", "ruleId", "postingId")
);
CREATE INDEX "rule_change_postingId_idx" ON "rule_change" ("postingId");

CREATE TABLE "rule_due" (
  "subscriberId" TEXT NOT NULL,
  "postingId" BIGINT NOT NULL,
  "why" TEXT NOT NULL,
  CONSTRAINT "rule_due_pkey" PRIMARY KEY ("subscriberId", "postingId")
);

CREATE TABLE "rule_hit" (
  "id" BIGSERIAL NOT NULL,
  "kind" TEXT NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "postingId" BIGINT NOT NULL,
  "ruleId" INTEGER NOT NULL,
  "subscriberId" TEXT NOT NULL,
  "sendTo" INTEGER,
  CONSTRAINT "rule_hit_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "rule_hit_at_idx" ON "rule_hit" ("at");
CREATE UNIQUE INDEX "rule_hit_postingId_ruleId_kind_key" ON "rule_hit" ("postingId", "ruleId", "kind");
CREATE INDEX "rule_hit_ruleId_idx" ON "rule_hit" ("ruleId");
CREATE INDEX "rule_hit_subscriberId_idx" ON "rule_hit" ("subscriberId");

CREATE TABLE "rule_run" (
  "id" BIGSERIAL NOT NULL,
  "kind" TEXT NOT NULL,
  "at" TIMESTAMPTZ(3) NOT NULL,
  "parts" JSONB NOT NULL,
  "undoneAt" TIMESTAMPTZ(3),
  "undoToken" TEXT,
  "subscriberId" TEXT NOT NULL,
  CONSTRAINT "rule_run_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "rule_run_at_idx" ON "rule_run" ("at");
CREATE INDEX "rule_run_subscriberId_id_idx" ON "rule_run" ("subscriberId", "id");

CREATE TABLE "rule_settings" (
  "subscriberId" TEXT NOT NULL,
  "readAfterDays" INTEGER,
  "agedAt" TIMESTAMPTZ(3),
  CONSTRAINT "rule_settings_pkey" PRIMARY KEY ("subscriberId")
);

CREATE TABLE "search_progress" (
  "id" INTEGER NOT NULL DEFAULT 1,
  "fromId" BIGINT NOT NULL,
  "throughId" BIGINT NOT NULL,
  CONSTRAINT "search_progress_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "search_queue" (
  "postingId" BIGINT NOT NULL,
  CONSTRAINT "search_queue_pkey" PRIMARY KEY ("postingId")
);

CREATE TABLE "search_word" (
  "word" TEXT NOT NULL,
  CONSTRAINT "search_word_pkey" PRIMARY KEY ("word")
);

CREATE TABLE "second_factor" (
  "userId" TEXT NOT NULL,
  "secret" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "confirmedAt" TIMESTAMPTZ(3),
  "lastPeriod" INTEGER,
  CONSTRAINT "second_factor_pkey" PRIMARY KEY ("userId")
);

CREATE TABLE "server_settings" (
  "id" INTEGER NOT NULL DEFAULT 1,
  "signUp" TEXT NOT NULL DEFAULT 'open',
  "policy" TEXT NOT NULL DEFAULT 'price',
  "budgetPerDay" INTEGER NOT NULL DEFAULT 10000,
  "maxStalenessMs" BIGINT NOT NULL DEFAULT 86400000,
  "minIntervalMs" BIGINT NOT NULL DEFAULT 600000,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL,
  "overflowRisk" DOUBLE PRECISION NOT NULL DEFAULT 0.01,
  "recommends" BOOLEAN NOT NULL DEFAULT true,
  "fairShare" DOUBLE PRECISION NOT NULL DEFAULT 5,
  "isPaused" BOOLEAN NOT NULL DEFAULT false,
  "popularity" DOUBLE PRECISION NOT NULL DEFAULT 1,
  "sayStrength" DOUBLE PRECISION NOT NULL DEFAULT 2,
  "pollHistoryDays" INTEGER NOT NULL DEFAULT 60,
  "keepReadDays" INTEGER,
  "keepUnreadDays" INTEGER,
  "keepUnsubscribedDays" INTEGER,
  "mostPostings" INTEGER,
  "searchableDays" INTEGER,
  "alertStrength" DOUBLE PRECISION NOT NULL DEFAULT 2,
  CONSTRAINT "server_settings_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "session" (
  "id" TEXT NOT NULL,
  "token" TEXT NOT NULL,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL,
  "ipAddress" TEXT,
  "userAgent" TEXT,
  "impersonatedBy" TEXT,
  "userId" TEXT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL,
  "lastUsedAt" TIMESTAMPTZ(3),
  CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "session_expiresAt_idx" ON "session" ("expiresAt");
CREATE UNIQUE INDEX "session_token_key" ON "session" ("token");
CREATE INDEX "session_userId_idx" ON "session" ("userId");

CREATE TABLE "shadow" (
  "id" SERIAL NOT NULL,
  "policy" TEXT NOT NULL,
  "startedAt" TIMESTAMPTZ(3) NOT NULL,
  "endedAt" TIMESTAMPTZ(3),
  "isCurrent" BOOLEAN,
  "nextDay" TIMESTAMPTZ(3) NOT NULL,
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "leaseUntil" TIMESTAMPTZ(3),
  "leaseOwner" TEXT,
  "startedById" TEXT,
  "progress" DOUBLE PRECISION NOT NULL DEFAULT 0,
  CONSTRAINT "shadow_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "shadow_isCurrent_key" ON "shadow" ("isCurrent");
CREATE INDEX "shadow_startedById_idx" ON "shadow" ("startedById");

CREATE TABLE "shadow_day" (
  "shadowId" INTEGER NOT NULL,
  "day" TIMESTAMPTZ(3) NOT NULL,
  "livePolicy" TEXT NOT NULL,
  "failure" TEXT,
  "replayedFrom" TIMESTAMPTZ(3) NOT NULL,
  "budgetPerDay" DOUBLE PRECISION NOT NULL DEFAULT 0,
  "sources" INTEGER NOT NULL DEFAULT 0,
  "allSources" INTEGER NOT NULL DEFAULT 0,
  "livePolls" INTEGER NOT NULL DEFAULT 0,
  "shadowPolls" INTEGER NOT NULL DEFAULT 0,
  "happenedPolls" INTEGER NOT NULL DEFAULT 0,
  "postings" INTEGER NOT NULL DEFAULT 0,
  "shadowEarlier" INTEGER NOT NULL DEFAULT 0,
  "liveEarlier" INTEGER NOT NULL DEFAULT 0,
  "weightedPostings" DOUBLE PRECISION NOT NULL DEFAULT 0,
  "weightedLiveMs" DOUBLE PRECISION NOT NULL DEFAULT 0,
  "weightedShadowMs" DOUBLE PRECISION NOT NULL DEFAULT 0,
  "weightedHappenedMs" DOUBLE PRECISION NOT NULL DEFAULT 0,
  "comparedAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "shadow_day_pkey" PRIMARY KEY ("shadowId", "day")
);
CREATE INDEX "shadow_day_day_idx" ON "shadow_day" ("day");

CREATE TABLE "shadow_source" (
  "shadowId" INTEGER NOT NULL,
  "day" TIMESTAMPTZ(3) NOT NULL,
  "sourceId" INTEGER NOT NULL,
  "weight" DOUBLE PRECISION NOT NULL,
  "postings" INTEGER NOT NULL,
  "shadowEarlier" INTEGER NOT NULL,
  "liveEarlier" INTEGER NOT NULL,
  "liveMs" DOUBLE PRECISION NOT NULL,
  "shadowMs" DOUBLE PRECISION NOT NULL,
  "happenedMs" DOUBLE PRECISION NOT NULL,
  CONSTRAINT "shadow_source_pkey" PRIMARY KEY ("shadowId", "day", "sourceId")
);
CREATE INDEX "shadow_source_sourceId_idx" ON "shadow_source" ("sourceId");

-- The fillfactor is that of "host", for the same reason.
CREATE TABLE "source" (
  "id" SERIAL NOT NULL,
  "url" TEXT NOT NULL,
  "title" TEXT NOT NULL DEFAULT '',
  "description" TEXT NOT NULL DEFAULT '',
  "siteUrl" TEXT,
  "iconUrl" TEXT,
  "language" TEXT,
  "weightFactor" DOUBLE PRECISION NOT NULL DEFAULT 1,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "etag" TEXT,
  "lastModified" TEXT,
  "bodyHash" TEXT,
  "windowSize" INTEGER,
  "windowOldestAt" TIMESTAMPTZ(3),
  "windowNewestAt" TIMESTAMPTZ(3),
  "firstPolledAt" TIMESTAMPTZ(3),
  "lastPolledAt" TIMESTAMPTZ(3),
  "lastSuccessAt" TIMESTAMPTZ(3),
  "lastChangedAt" TIMESTAMPTZ(3),
  "lastOutcome" TEXT,
  "lastHttpStatus" INTEGER,
  "lastError" JSONB,
  "consecutiveFailures" INTEGER NOT NULL DEFAULT 0,
  "movedTo" TEXT,
  "nextPollAt" TIMESTAMPTZ(3),
  "nextPollReason" JSONB,
  "isAwaited" BOOLEAN NOT NULL DEFAULT false,
  "leaseUntil" TIMESTAMPTZ(3),
  "leaseOwner" TEXT,
  "hostName" TEXT NOT NULL,
  "planId" BIGINT,
  "dispersion" DOUBLE PRECISION NOT NULL DEFAULT 1,
  "gaps" INTEGER NOT NULL DEFAULT 0,
  "goneSince" TIMESTAMPTZ(3),
  "hintRecord" JSONB,
  "lastGapAt" TIMESTAMPTZ(3),
  "likelyLost" INTEGER NOT NULL DEFAULT 0,
  "movedSince" TIMESTAMPTZ(3),
  "movedTimes" INTEGER NOT NULL DEFAULT 0,
  "overflowIntervalMs" BIGINT,
  "windowLearned" DOUBLE PRECISION,
  "archiveOwnerId" TEXT,
  "archivedUrl" TEXT,
  "fixedIntervalMs" BIGINT,
  "greatestDelayMs" BIGINT,
  "isPaused" BOOLEAN NOT NULL DEFAULT false,
  "keepDays" INTEGER,
  CONSTRAINT "source_pkey" PRIMARY KEY ("id")
) WITH (fillfactor = 70);
CREATE INDEX "source_archiveOwnerId_idx" ON "source" ("archiveOwnerId") WHERE ("archiveOwnerId" IS NOT NULL);
CREATE INDEX "source_archivedUrl_idx" ON "source" ("archivedUrl") WHERE ("archivedUrl" IS NOT NULL);
CREATE INDEX "source_hostName_idx" ON "source" ("hostName");
CREATE INDEX "source_isAwaited_nextPollAt_idx" ON "source" ("isAwaited" DESC, "nextPollAt");
CREATE INDEX "source_nextPollAt_idx" ON "source" ("nextPollAt");
-- Not unique, though each plan is of one source: taking another plan must not lock the row against foreign
-- keys to it.
CREATE INDEX "source_planId_idx" ON "source" ("planId");
CREATE UNIQUE INDEX "source_url_key" ON "source" ("url");

CREATE TABLE "source_freshness" (
  "sourceId" INTEGER NOT NULL,
  "countedAt" TIMESTAMPTZ(3) NOT NULL,
  "count" INTEGER NOT NULL DEFAULT 0,
  "withoutExactTime" INTEGER NOT NULL DEFAULT 0,
  "meanMs" DOUBLE PRECISION,
  "medianMs" DOUBLE PRECISION,
  "p90Ms" DOUBLE PRECISION,
  "within5" DOUBLE PRECISION,
  "within15" DOUBLE PRECISION,
  "within60" DOUBLE PRECISION,
  "dailyMedianMs" DOUBLE PRECISION[],
  "promiseMs" BIGINT,
  "keptShare" DOUBLE PRECISION,
  "state" TEXT NOT NULL DEFAULT 'learning',
  "stateSince" TIMESTAMPTZ(3) NOT NULL,
  "cause" TEXT,
  "weeksThrough" TIMESTAMPTZ(3),
  CONSTRAINT "source_freshness_pkey" PRIMARY KEY ("sourceId")
);
CREATE INDEX "source_freshness_medianMs_idx" ON "source_freshness" ("medianMs");
CREATE INDEX "source_freshness_p90Ms_idx" ON "source_freshness" ("p90Ms");
CREATE INDEX "source_freshness_state_stateSince_idx" ON "source_freshness" ("state", "stateSince");

CREATE TABLE "source_listing" (
  "sourceId" INTEGER NOT NULL,
  "text" TEXT NOT NULL,
  "subscribers" INTEGER NOT NULL DEFAULT 0,
  CONSTRAINT "source_listing_pkey" PRIMARY KEY ("sourceId")
);

CREATE TABLE "source_neighbour" (
  "sourceId" INTEGER NOT NULL,
  "neighbourId" INTEGER NOT NULL,
  "readers" INTEGER NOT NULL,
  "closeness" DOUBLE PRECISION NOT NULL,
  CONSTRAINT "source_neighbour_pkey" PRIMARY KEY ("sourceId", "neighbourId")
);
CREATE INDEX "source_neighbour_neighbourId_idx" ON "source_neighbour" ("neighbourId");

CREATE TABLE "source_readers" (
  "sourceId" INTEGER NOT NULL,
  "readers" INTEGER NOT NULL,
  "newReaders" INTEGER NOT NULL,
  "countedAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "source_readers_pkey" PRIMARY KEY ("sourceId")
);
CREATE INDEX "source_readers_newReaders_idx" ON "source_readers" ("newReaders" DESC);
CREATE INDEX "source_readers_readers_idx" ON "source_readers" ("readers" DESC);

CREATE TABLE "source_week" (
  "sourceId" INTEGER NOT NULL,
  "weekAt" TIMESTAMPTZ(3) NOT NULL,
  "delaysMs" DOUBLE PRECISION[],
  CONSTRAINT "source_week_pkey" PRIMARY KEY ("sourceId", "weekAt")
);

CREATE TABLE "source_window" (
  "sourceId" INTEGER NOT NULL,
  "throughId" BIGINT NOT NULL,
  "heldIds" BIGINT[],
  CONSTRAINT "source_window_pkey" PRIMARY KEY ("sourceId")
);

CREATE TABLE "story_split" (
  "subscriberId" TEXT NOT NULL,
  "postingId" BIGINT NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "story_split_pkey" PRIMARY KEY ("subscriberId", "postingId")
);
CREATE INDEX "story_split_postingId_idx" ON "story_split" ("postingId");

CREATE TABLE "subscription" (
  "id" SERIAL NOT NULL,
  "title" TEXT,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "readThrough" BIGINT NOT NULL DEFAULT 0,
  "subscriberId" TEXT NOT NULL,
  "sourceId" INTEGER NOT NULL,
  "folderId" INTEGER,
  "isApart" BOOLEAN NOT NULL DEFAULT false,
  "isMuted" BOOLEAN NOT NULL DEFAULT false,
  "position" INTEGER NOT NULL DEFAULT 0,
  "fullText" BOOLEAN NOT NULL DEFAULT false,
  "unreadEdits" BOOLEAN NOT NULL DEFAULT false,
  "wantsFast" BOOLEAN NOT NULL DEFAULT false,
  CONSTRAINT "subscription_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "subscription_fast_source_idx" ON "subscription" ("sourceId", "subscriberId") WHERE "wantsFast";
CREATE INDEX "subscription_fast_subscriber_idx" ON "subscription" ("subscriberId") WHERE "wantsFast";
CREATE INDEX "subscription_folderId_idx" ON "subscription" ("folderId");
-- Few sources have their pages read. No index over all subscriptions is needed to find them.
CREATE INDEX "subscription_full_text_idx" ON "subscription" ("sourceId") WHERE "fullText";
CREATE INDEX "subscription_sourceId_idx" ON "subscription" ("sourceId");
CREATE UNIQUE INDEX "subscription_subscriberId_sourceId_key" ON "subscription" ("subscriberId", "sourceId");

-- Triggers write one row for each source and statement. A counter in the source's row would make subscribers
-- wait for each other.
CREATE TABLE "subscription_change" (
  "id" BIGSERIAL NOT NULL,
  "sourceId" INTEGER NOT NULL,
  "change" INTEGER NOT NULL,
  CONSTRAINT "subscription_change_pkey" PRIMARY KEY ("id")
);

CREATE TABLE "subscription_label" (
  "labelId" INTEGER NOT NULL,
  "subscriptionId" INTEGER NOT NULL,
  CONSTRAINT "subscription_label_pkey" PRIMARY KEY ("labelId", "subscriptionId")
);
CREATE INDEX "subscription_label_subscriptionId_idx" ON "subscription_label" ("subscriptionId");

CREATE TABLE "tally" (
  "name" TEXT NOT NULL,
  "label" TEXT NOT NULL DEFAULT '',
  "value" DOUBLE PRECISION NOT NULL,
  CONSTRAINT "tally_pkey" PRIMARY KEY ("name", "label")
);

CREATE TABLE "user" (
  "id" TEXT NOT NULL,
  "name" TEXT NOT NULL,
  "email" TEXT NOT NULL,
  "emailVerified" BOOLEAN NOT NULL DEFAULT false,
  "image" TEXT,
  "role" TEXT NOT NULL DEFAULT 'subscriber',
  "banned" BOOLEAN NOT NULL DEFAULT false,
  "banReason" TEXT,
  "banExpires" TIMESTAMPTZ(3),
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL,
  "language" TEXT,
  "shownFolders" TEXT NOT NULL DEFAULT 'all',
  "sourceOrder" TEXT NOT NULL DEFAULT 'name',
  "isCounted" BOOLEAN NOT NULL DEFAULT true,
  CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "user_email_key" ON "user" ("email");

CREATE TABLE "user_setting" (
  "userId" TEXT NOT NULL,
  "values" JSONB NOT NULL DEFAULT '{}',
  "updatedAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "user_setting_pkey" PRIMARY KEY ("userId")
);

CREATE TABLE "verification" (
  "id" TEXT NOT NULL,
  "identifier" TEXT NOT NULL,
  "value" TEXT NOT NULL,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "verification_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "verification_identifier_idx" ON "verification" ("identifier");

CREATE TABLE "view" (
  "id" SERIAL NOT NULL,
  "name" TEXT NOT NULL,
  "query" TEXT NOT NULL,
  "order" TEXT NOT NULL DEFAULT 'newest',
  "layout" TEXT,
  "position" INTEGER NOT NULL DEFAULT 0,
  "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "subscriberId" TEXT NOT NULL,
  CONSTRAINT "view_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "view_subscriberId_name_key" ON "view" ("subscriberId", "name");

CREATE TABLE "weight_change" (
  "auditId" BIGINT NOT NULL,
  "sourceId" INTEGER NOT NULL,
  "before" DOUBLE PRECISION NOT NULL,
  "after" DOUBLE PRECISION NOT NULL,
  CONSTRAINT "weight_change_pkey" PRIMARY KEY ("auditId", "sourceId")
);
CREATE INDEX "weight_change_sourceId_idx" ON "weight_change" ("sourceId");

-- The first partitions; lib/store/partitions/partitions.ts makes those that follow.
CREATE TABLE "poll_from_0" PARTITION OF "poll" FOR VALUES FROM (MINVALUE) TO (33554432);
CREATE TABLE "posting_from_0" PARTITION OF "posting" FOR VALUES FROM (MINVALUE) TO (33554432);

-- Foreign keys

ALTER TABLE "account" ADD CONSTRAINT "account_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "alert" ADD CONSTRAINT "alert_folderId_fkey" FOREIGN KEY ("folderId") REFERENCES "folder"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "alert" ADD CONSTRAINT "alert_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "alert" ADD CONSTRAINT "alert_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "alert" ADD CONSTRAINT "alert_viewId_fkey" FOREIGN KEY ("viewId") REFERENCES "view"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "alert_channel" ADD CONSTRAINT "alert_channel_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "alert_delivery" ADD CONSTRAINT "alert_delivery_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "alert_channel"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "alert_delivery" ADD CONSTRAINT "alert_delivery_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "alert_delivery_item" ADD CONSTRAINT "alert_delivery_item_channelId_fkey" FOREIGN KEY ("channelId") REFERENCES "alert_channel"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "alert_delivery_item" ADD CONSTRAINT "alert_delivery_item_deliveryId_fkey" FOREIGN KEY ("deliveryId") REFERENCES "alert_delivery"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "alert_delivery_item" ADD CONSTRAINT "alert_delivery_item_hitId_fkey" FOREIGN KEY ("hitId") REFERENCES "alert_hit"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "alert_hit" ADD CONSTRAINT "alert_hit_alertId_fkey" FOREIGN KEY ("alertId") REFERENCES "alert"("id") ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "alert_hit" ADD CONSTRAINT "alert_hit_postingId_fkey" FOREIGN KEY ("postingId") REFERENCES "posting"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "alert_hit" ADD CONSTRAINT "alert_hit_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "alert_hit" ADD CONSTRAINT "alert_hit_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "alert_setting" ADD CONSTRAINT "alert_setting_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "alert_source" ADD CONSTRAINT "alert_source_alertId_fkey" FOREIGN KEY ("alertId") REFERENCES "alert"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "alert_source" ADD CONSTRAINT "alert_source_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actorId_fkey" FOREIGN KEY ("actorId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_revertsId_fkey" FOREIGN KEY ("revertsId") REFERENCES "audit_log"("id") ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_subjectId_fkey" FOREIGN KEY ("subjectId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "digest" ADD CONSTRAINT "digest_folderId_fkey" FOREIGN KEY ("folderId") REFERENCES "folder"("id") ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "digest" ADD CONSTRAINT "digest_labelId_fkey" FOREIGN KEY ("labelId") REFERENCES "label"("id") ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "digest" ADD CONSTRAINT "digest_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "digest" ADD CONSTRAINT "digest_viewId_fkey" FOREIGN KEY ("viewId") REFERENCES "view"("id") ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "digest_slot" ADD CONSTRAINT "digest_slot_digestId_fkey" FOREIGN KEY ("digestId") REFERENCES "digest"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ended_subscription" ADD CONSTRAINT "ended_subscription_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "ended_subscription" ADD CONSTRAINT "ended_subscription_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "folder" ADD CONSTRAINT "folder_parentId_fkey" FOREIGN KEY ("parentId") REFERENCES "folder"("id") ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "folder" ADD CONSTRAINT "folder_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "forgotten_posting" ADD CONSTRAINT "forgotten_posting_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "hub_subscription" ADD CONSTRAINT "hub_subscription_feedId_fkey" FOREIGN KEY ("feedId") REFERENCES "output_feed"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "integration" ADD CONSTRAINT "integration_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "integration_send" ADD CONSTRAINT "integration_send_integrationId_fkey" FOREIGN KEY ("integrationId") REFERENCES "integration"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "integration_send" ADD CONSTRAINT "integration_send_postingId_fkey" FOREIGN KEY ("postingId") REFERENCES "posting"("id") ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "integration_send" ADD CONSTRAINT "integration_send_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "keyed_answer" ADD CONSTRAINT "keyed_answer_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "lab_run" ADD CONSTRAINT "lab_run_requestedById_fkey" FOREIGN KEY ("requestedById") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "label" ADD CONSTRAINT "label_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "list_setting" ADD CONSTRAINT "list_setting_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "media_position" ADD CONSTRAINT "media_position_postingId_fkey" FOREIGN KEY ("postingId") REFERENCES "posting"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "media_position" ADD CONSTRAINT "media_position_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "one_time_secret" ADD CONSTRAINT "one_time_secret_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "output_feed" ADD CONSTRAINT "output_feed_folderId_fkey" FOREIGN KEY ("folderId") REFERENCES "folder"("id") ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "output_feed" ADD CONSTRAINT "output_feed_labelId_fkey" FOREIGN KEY ("labelId") REFERENCES "label"("id") ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "output_feed" ADD CONSTRAINT "output_feed_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "output_feed" ADD CONSTRAINT "output_feed_viewId_fkey" FOREIGN KEY ("viewId") REFERENCES "view"("id") ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "passkey" ADD CONSTRAINT "passkey_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "plan" ADD CONSTRAINT "plan_runId_fkey" FOREIGN KEY ("runId") REFERENCES "planning_run"("id") ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "plan" ADD CONSTRAINT "plan_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "poll" ADD CONSTRAINT "poll_planId_fkey" FOREIGN KEY ("planId") REFERENCES "plan"("id") ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "poll" ADD CONSTRAINT "poll_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "poll_day" ADD CONSTRAINT "poll_day_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "posting" ADD CONSTRAINT "posting_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "posting_alias" ADD CONSTRAINT "posting_alias_postingId_fkey" FOREIGN KEY ("postingId") REFERENCES "posting"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "posting_alias" ADD CONSTRAINT "posting_alias_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "posting_clue" ADD CONSTRAINT "posting_clue_postingId_fkey" FOREIGN KEY ("postingId") REFERENCES "posting"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "posting_full_text" ADD CONSTRAINT "posting_full_text_postingId_fkey" FOREIGN KEY ("postingId") REFERENCES "posting"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "posting_highlight" ADD CONSTRAINT "posting_highlight_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "posting_label" ADD CONSTRAINT "posting_label_labelId_fkey" FOREIGN KEY ("labelId") REFERENCES "label"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "posting_note" ADD CONSTRAINT "posting_note_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "posting_revision" ADD CONSTRAINT "posting_revision_postingId_fkey" FOREIGN KEY ("postingId") REFERENCES "posting"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "posting_search" ADD CONSTRAINT "posting_search_postingId_fkey" FOREIGN KEY ("postingId") REFERENCES "posting"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "posting_state" ADD CONSTRAINT "posting_state_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "price_memory" ADD CONSTRAINT "price_memory_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "promise_change" ADD CONSTRAINT "promise_change_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "push_delivery" ADD CONSTRAINT "push_delivery_pushSubscriptionId_fkey" FOREIGN KEY ("pushSubscriptionId") REFERENCES "push_subscription"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "push_subscription" ADD CONSTRAINT "push_subscription_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "reading_hours" ADD CONSTRAINT "reading_hours_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "reading_settings" ADD CONSTRAINT "reading_settings_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "recovery_code" ADD CONSTRAINT "recovery_code_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "rule" ADD CONSTRAINT "rule_folderId_fkey" FOREIGN KEY ("folderId") REFERENCES "folder"("id") ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "rule" ADD CONSTRAINT "rule_labelId_fkey" FOREIGN KEY ("labelId") REFERENCES "label"("id") ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "rule" ADD CONSTRAINT "rule_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "rule" ADD CONSTRAINT "rule_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "rule_change" ADD CONSTRAINT "rule_change_runId_fkey" FOREIGN KEY ("runId") REFERENCES "rule_run"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "rule_due" ADD CONSTRAINT "rule_due_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "rule_hit" ADD CONSTRAINT "rule_hit_ruleId_fkey" FOREIGN KEY ("ruleId") REFERENCES "rule"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "rule_hit" ADD CONSTRAINT "rule_hit_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "rule_run" ADD CONSTRAINT "rule_run_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "rule_settings" ADD CONSTRAINT "rule_settings_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "search_queue" ADD CONSTRAINT "search_queue_postingId_fkey" FOREIGN KEY ("postingId") REFERENCES "posting"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "second_factor" ADD CONSTRAINT "second_factor_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "session" ADD CONSTRAINT "session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "shadow" ADD CONSTRAINT "shadow_startedById_fkey" FOREIGN KEY ("startedById") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "shadow_day" ADD CONSTRAINT "shadow_day_shadowId_fkey" FOREIGN KEY ("shadowId") REFERENCES "shadow"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "shadow_source" ADD CONSTRAINT "shadow_source_shadowId_day_fkey" FOREIGN KEY ("shadowId", "day") REFERENCES "shadow_day"("shadowId", "day") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "shadow_source" ADD CONSTRAINT "shadow_source_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "source" ADD CONSTRAINT "source_archiveOwnerId_fkey" FOREIGN KEY ("archiveOwnerId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "source" ADD CONSTRAINT "source_hostName_fkey" FOREIGN KEY ("hostName") REFERENCES "host"("name") ON UPDATE CASCADE ON DELETE RESTRICT;
ALTER TABLE "source" ADD CONSTRAINT "source_planId_fkey" FOREIGN KEY ("planId") REFERENCES "plan"("id") ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "source_freshness" ADD CONSTRAINT "source_freshness_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "source_listing" ADD CONSTRAINT "source_listing_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "source_neighbour" ADD CONSTRAINT "source_neighbour_neighbourId_fkey" FOREIGN KEY ("neighbourId") REFERENCES "source"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "source_neighbour" ADD CONSTRAINT "source_neighbour_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "source_readers" ADD CONSTRAINT "source_readers_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "source_week" ADD CONSTRAINT "source_week_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "source_window" ADD CONSTRAINT "source_window_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "story_split" ADD CONSTRAINT "story_split_postingId_fkey" FOREIGN KEY ("postingId") REFERENCES "posting"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "story_split" ADD CONSTRAINT "story_split_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_folderId_fkey" FOREIGN KEY ("folderId") REFERENCES "folder"("id") ON UPDATE CASCADE ON DELETE SET NULL;
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "subscription_label" ADD CONSTRAINT "subscription_label_labelId_fkey" FOREIGN KEY ("labelId") REFERENCES "label"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "subscription_label" ADD CONSTRAINT "subscription_label_subscriptionId_fkey" FOREIGN KEY ("subscriptionId") REFERENCES "subscription"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "user_setting" ADD CONSTRAINT "user_setting_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "view" ADD CONSTRAINT "view_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "weight_change" ADD CONSTRAINT "weight_change_auditId_fkey" FOREIGN KEY ("auditId") REFERENCES "audit_log"("id") ON UPDATE CASCADE ON DELETE CASCADE;
ALTER TABLE "weight_change" ADD CONSTRAINT "weight_change_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON UPDATE CASCADE ON DELETE CASCADE;

-- Rows

-- New postings come first in the search, then those that are stored already, from the newest back.
INSERT INTO "search_progress" ("id", "fromId", "throughId") VALUES (1, 1, 0);

-- Words like another one, and parts of the names of sources. A server without the extension, or a user who may not create it, goes without:
-- searches that find nothing look for no similar words, and a search for sources reads all their names.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX "search_word_word_idx" ON "search_word" USING GIN ("word" gin_trgm_ops);
  CREATE INDEX "source_listing_text_idx" ON "source_listing" USING GIN ("text" gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE NOTICE 'pg_trgm cannot be had: no similar words, and slower searches for sources';
END $$;

-- Functions and triggers; each stands at its model in prisma/schema.prisma, too.

-- An edit makes a posting searchable anew, whoever wrote it.
CREATE FUNCTION "queue_for_search"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "search_queue" ("postingId") VALUES (NEW."id") ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER "posting_edited" AFTER UPDATE OF "title", "author", "html", "url" ON "posting"
FOR EACH ROW WHEN ((OLD."title", OLD."author", OLD."html", OLD."url") IS DISTINCT FROM (NEW."title", NEW."author", NEW."html", NEW."url"))
EXECUTE FUNCTION "queue_for_search"();

-- The text by which admins find a source.
CREATE FUNCTION "list_source"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "source_listing" ("sourceId", "text")
  VALUES (NEW."id", lower(NEW."title" || E'\n' || NEW."url" || E'\n' || NEW."hostName"))
  ON CONFLICT ("sourceId") DO UPDATE SET "text" = excluded."text";
  RETURN NULL;
END $$;

CREATE TRIGGER "source_made" AFTER INSERT ON "source" FOR EACH ROW EXECUTE FUNCTION "list_source"();

CREATE TRIGGER "source_renamed" AFTER UPDATE OF "title", "url", "hostName" ON "source"
FOR EACH ROW WHEN ((OLD."title", OLD."url", OLD."hostName") IS DISTINCT FROM (NEW."title", NEW."url", NEW."hostName"))
EXECUTE FUNCTION "list_source"();

-- One row for each source and statement: a counter in the source's row would make subscribers wait for each other.
CREATE FUNCTION "note_subscriptions"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "subscription_change" ("sourceId", "change")
  SELECT c."sourceId", (CASE WHEN TG_OP = 'INSERT' THEN 1 ELSE -1 END) * count(*) FROM "changed" c GROUP BY c."sourceId";
  RETURN NULL;
END $$;

CREATE TRIGGER "subscriptions_made" AFTER INSERT ON "subscription"
REFERENCING NEW TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_subscriptions"();

CREATE TRIGGER "subscriptions_ended" AFTER DELETE ON "subscription"
REFERENCING OLD TABLE AS "changed" FOR EACH STATEMENT EXECUTE FUNCTION "note_subscriptions"();

CREATE FUNCTION "note_moved_subscription"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "subscription_change" ("sourceId", "change") VALUES (OLD."sourceId", -1), (NEW."sourceId", 1);
  RETURN NULL;
END $$;

CREATE TRIGGER "subscription_moved" AFTER UPDATE OF "sourceId" ON "subscription"
FOR EACH ROW WHEN (OLD."sourceId" <> NEW."sourceId") EXECUTE FUNCTION "note_moved_subscription"();

-- The transaction that ends a session ends the browsers that were added in it, too. They are locked in one order, because senders note
-- several channels at a time.
CREATE FUNCTION "end_browsers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH "over" AS (
    SELECT c."id" FROM "alert_channel" c JOIN "ended" e ON e."id" = c."sessionId"
    WHERE c."endedAt" IS NULL ORDER BY c."id" FOR NO KEY UPDATE OF c)
  UPDATE "alert_channel" c SET "endedAt" = now() FROM "over" WHERE c."id" = "over"."id";
  RETURN NULL;
END $$;

CREATE TRIGGER "sessions_ended" AFTER DELETE ON "session"
REFERENCING OLD TABLE AS "ended" FOR EACH STATEMENT EXECUTE FUNCTION "end_browsers"();
