-- CreateTable
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

    CONSTRAINT "user_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

    CONSTRAINT "session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

-- CreateTable
CREATE TABLE "verification" (
    "id" TEXT NOT NULL,
    "identifier" TEXT NOT NULL,
    "value" TEXT NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "verification_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "rate_limit" (
    "id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "lastRequest" BIGINT NOT NULL,

    CONSTRAINT "rate_limit_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_token" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "lastUsedAt" TIMESTAMPTZ(3),
    "userId" TEXT NOT NULL,

    CONSTRAINT "api_token_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

-- CreateTable
CREATE TABLE "server_settings" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "signUp" TEXT NOT NULL DEFAULT 'open',
    "policy" TEXT NOT NULL DEFAULT 'minimum-delay',
    "budgetPerDay" INTEGER NOT NULL DEFAULT 10000,
    "maxStalenessMs" BIGINT NOT NULL DEFAULT 86400000,
    "minIntervalMs" BIGINT NOT NULL DEFAULT 600000,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "server_settings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "host" (
    "name" TEXT NOT NULL,
    "leaseUntil" TIMESTAMPTZ(3),
    "nextRequestAt" TIMESTAMPTZ(3),

    CONSTRAINT "host_pkey" PRIMARY KEY ("name")
);

-- CreateTable
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
    "lastError" TEXT,
    "consecutiveFailures" INTEGER NOT NULL DEFAULT 0,
    "movedTo" TEXT,
    "nextPollAt" TIMESTAMPTZ(3),
    "nextPollReason" TEXT NOT NULL DEFAULT '',
    "isAwaited" BOOLEAN NOT NULL DEFAULT false,
    "leaseUntil" TIMESTAMPTZ(3),
    "leaseOwner" TEXT,
    "hostName" TEXT NOT NULL,
    "planId" BIGINT,

    CONSTRAINT "source_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "aggregator_heartbeat" (
    "owner" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "lastPassAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "aggregator_heartbeat_pkey" PRIMARY KEY ("owner")
);

-- CreateTable
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

-- CreateTable
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

    CONSTRAINT "plan_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "poll" (
    "id" BIGSERIAL NOT NULL,
    "plannedAt" TIMESTAMPTZ(3),
    "plannedReason" TEXT NOT NULL DEFAULT '',
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "finishedAt" TIMESTAMPTZ(3) NOT NULL,
    "outcome" TEXT NOT NULL,
    "httpStatus" INTEGER,
    "error" TEXT,
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
    "reason" TEXT NOT NULL DEFAULT '',
    "policyVersion" TEXT NOT NULL DEFAULT '',
    "planId" BIGINT,
    "sourceId" INTEGER NOT NULL,

    CONSTRAINT "poll_pkey" PRIMARY KEY ("id")
);

-- CreateTable
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

    CONSTRAINT "posting_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "folder" (
    "id" SERIAL NOT NULL,
    "name" TEXT NOT NULL,
    "position" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "subscriberId" TEXT NOT NULL,

    CONSTRAINT "folder_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "subscription" (
    "id" SERIAL NOT NULL,
    "title" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "readThrough" BIGINT NOT NULL DEFAULT 0,
    "subscriberId" TEXT NOT NULL,
    "sourceId" INTEGER NOT NULL,
    "folderId" INTEGER,

    CONSTRAINT "subscription_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "posting_state" (
    "postingId" BIGINT NOT NULL,
    "isRead" BOOLEAN,
    "starredAt" TIMESTAMPTZ(3),
    "seenAt" TIMESTAMPTZ(3),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,
    "sourceId" INTEGER NOT NULL,
    "subscriberId" TEXT NOT NULL,

    CONSTRAINT "posting_state_pkey" PRIMARY KEY ("subscriberId","postingId")
);

-- CreateIndex
CREATE UNIQUE INDEX "user_email_key" ON "user"("email");

-- CreateIndex
CREATE UNIQUE INDEX "session_token_key" ON "session"("token");

-- CreateIndex
CREATE INDEX "session_userId_idx" ON "session"("userId");

-- CreateIndex
CREATE INDEX "account_userId_idx" ON "account"("userId");

-- CreateIndex
CREATE INDEX "verification_identifier_idx" ON "verification"("identifier");

-- CreateIndex
CREATE UNIQUE INDEX "rate_limit_key_key" ON "rate_limit"("key");

-- CreateIndex
CREATE UNIQUE INDEX "api_token_tokenHash_key" ON "api_token"("tokenHash");

-- CreateIndex
CREATE INDEX "api_token_userId_idx" ON "api_token"("userId");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_secretHash_key" ON "invitation"("secretHash");

-- CreateIndex
CREATE INDEX "invitation_createdById_idx" ON "invitation"("createdById");

-- CreateIndex
CREATE UNIQUE INDEX "source_url_key" ON "source"("url");

-- CreateIndex
CREATE UNIQUE INDEX "source_planId_key" ON "source"("planId");

-- CreateIndex
CREATE INDEX "source_isAwaited_nextPollAt_idx" ON "source"("isAwaited" DESC, "nextPollAt");

-- CreateIndex
CREATE INDEX "source_nextPollAt_idx" ON "source"("nextPollAt");

-- CreateIndex
CREATE INDEX "source_hostName_idx" ON "source"("hostName");

-- CreateIndex
CREATE INDEX "planning_run_madeAt_idx" ON "planning_run"("madeAt");

-- CreateIndex
CREATE INDEX "plan_sourceId_madeAt_idx" ON "plan"("sourceId", "madeAt");

-- CreateIndex
CREATE INDEX "plan_runId_idx" ON "plan"("runId");

-- CreateIndex
CREATE INDEX "poll_sourceId_finishedAt_idx" ON "poll"("sourceId", "finishedAt" DESC);

-- CreateIndex
CREATE INDEX "poll_finishedAt_idx" ON "poll"("finishedAt");

-- CreateIndex
CREATE INDEX "poll_planId_idx" ON "poll"("planId");

-- CreateIndex
CREATE INDEX "posting_sourceId_shownAt_id_idx" ON "posting"("sourceId", "shownAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "posting_sourceId_id_idx" ON "posting"("sourceId", "id");

-- CreateIndex
CREATE INDEX "posting_shownAt_id_idx" ON "posting"("shownAt" DESC, "id" DESC);

-- CreateIndex
CREATE INDEX "posting_foundAt_idx" ON "posting"("foundAt");

-- CreateIndex
CREATE UNIQUE INDEX "posting_sourceId_key_key" ON "posting"("sourceId", "key");

-- CreateIndex
CREATE UNIQUE INDEX "folder_subscriberId_name_key" ON "folder"("subscriberId", "name");

-- CreateIndex
CREATE INDEX "subscription_sourceId_idx" ON "subscription"("sourceId");

-- CreateIndex
CREATE INDEX "subscription_folderId_idx" ON "subscription"("folderId");

-- CreateIndex
CREATE UNIQUE INDEX "subscription_subscriberId_sourceId_key" ON "subscription"("subscriberId", "sourceId");

-- CreateIndex
CREATE INDEX "posting_state_subscriberId_sourceId_postingId_idx" ON "posting_state"("subscriberId", "sourceId", "postingId");

-- CreateIndex
CREATE INDEX "posting_state_subscriberId_starredAt_idx" ON "posting_state"("subscriberId", "starredAt");

-- AddForeignKey
ALTER TABLE "session" ADD CONSTRAINT "session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "account" ADD CONSTRAINT "account_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_token" ADD CONSTRAINT "api_token_userId_fkey" FOREIGN KEY ("userId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation" ADD CONSTRAINT "invitation_createdById_fkey" FOREIGN KEY ("createdById") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source" ADD CONSTRAINT "source_hostName_fkey" FOREIGN KEY ("hostName") REFERENCES "host"("name") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "source" ADD CONSTRAINT "source_planId_fkey" FOREIGN KEY ("planId") REFERENCES "plan"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan" ADD CONSTRAINT "plan_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan" ADD CONSTRAINT "plan_runId_fkey" FOREIGN KEY ("runId") REFERENCES "planning_run"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "poll" ADD CONSTRAINT "poll_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "poll" ADD CONSTRAINT "poll_planId_fkey" FOREIGN KEY ("planId") REFERENCES "plan"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "posting" ADD CONSTRAINT "posting_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "posting" ADD CONSTRAINT "posting_pollId_fkey" FOREIGN KEY ("pollId") REFERENCES "poll"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "folder" ADD CONSTRAINT "folder_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_sourceId_fkey" FOREIGN KEY ("sourceId") REFERENCES "source"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_folderId_fkey" FOREIGN KEY ("folderId") REFERENCES "folder"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "posting_state" ADD CONSTRAINT "posting_state_subscriberId_fkey" FOREIGN KEY ("subscriberId") REFERENCES "user"("id") ON DELETE CASCADE ON UPDATE CASCADE;
