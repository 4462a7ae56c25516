import type { PollFacts } from '#lib/policy/facts/types.ts'
import type { Transaction } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { isoText, jsonRows } from '#lib/store/connection/json-rows.ts'
import { sourceLearningColumns } from '#lib/store/ground/source-learning.ts'
import type { PollRecord } from './poll-record.ts'

/** Columns of "poll", with their types, that a record brings. */
const pollColumns = Prisma.sql`"plannedAt" timestamptz, "plannedReason" jsonb, "startedAt" timestamptz,
  "finishedAt" timestamptz, "outcome" text, "httpStatus" int, "error" jsonb, "bytes" int, "entries" int,
  "newPostings" int, "factOutcome" text, "consecutiveFailures" int, "notBeforeAt" timestamptz, "windowSize" int,
  "windowOldestAt" timestamptz, "windowNewestAt" timestamptz, "overlap" int, "likelyLost" int,
  "quietUntil" timestamptz, "overflowAt" timestamptz, "pushShare" float8, "nextPollAt" timestamptz,
  "proposedAt" timestamptz, "reason" jsonb, "policyVersion" text, "planId" bigint, "sourceId" int`

/** The columns of the source that change besides. */
const sourceColumns = Prisma.sql`"hasDocument" bool, "title" text, "description" text, "siteUrl" text, "iconUrl" text,
  "language" text, "etag" text, "lastModified" text, "bodyHash" text, "hasValidators" bool, "hasSucceeded" bool, "isPlanned" bool,
  "hasNewPlan" bool, "windowLearned" float8, "dispersion" float8, "overflowIntervalMs" bigint, "hintRecord" jsonb,
  "movedTo" text, "movedSince" timestamptz, "movedTimes" int, "goneSince" timestamptz`

/**
 * Appends polls and brings their sources to what they found; ends their leases. One statement: the poll of a new plan
 * names the plan that its source has by now.
 * @returns the ids of the polls by source
 */
export async function storePollRows(
  transaction: Transaction,
  records: readonly PollRecord[],
  locked: ReadonlyMap<number, { readonly subscribed: boolean }>,
): Promise<Map<number, bigint>> {
  const rows = records.map((record) => ({
    ...pollRow(record),
    ...sourceRow(record, locked.get(record.source.id)?.subscribed === true),
  }))
  const stored = await transaction.$queryRaw<{ id: bigint; sourceId: number }[]>`
    WITH given AS (
      SELECT * FROM json_to_recordset(${jsonRows(rows)}::json) AS g(${pollColumns}, ${sourceColumns})
      LIMIT ${rows.length} -- without it PostgreSQL takes them for a hundred, and reads all sources there are
    ), changed AS (
      UPDATE "source" s SET ${documentChange}, ${pollChange}, ${learningChange},
        "leaseUntil" = NULL, "leaseOwner" = NULL
      FROM given g WHERE s."id" = g."sourceId"
      RETURNING s."id", s."planId"
    )
    INSERT INTO "poll" ("plannedAt", "plannedReason", "startedAt", "finishedAt", "outcome", "httpStatus", "error",
      "bytes", "entries", "newPostings", "factOutcome", "consecutiveFailures", "notBeforeAt", "windowSize",
      "windowOldestAt", "windowNewestAt", "overlap", "likelyLost", "quietUntil", "overflowAt", "pushShare",
      "nextPollAt", "proposedAt", "reason", "policyVersion", "planId", "sourceId")
    SELECT g."plannedAt", g."plannedReason", g."startedAt", g."finishedAt", g."outcome", g."httpStatus", g."error",
      g."bytes", g."entries", g."newPostings", g."factOutcome", g."consecutiveFailures", g."notBeforeAt",
      g."windowSize", g."windowOldestAt", g."windowNewestAt", g."overlap", g."likelyLost", g."quietUntil",
      g."overflowAt", g."pushShare", g."nextPollAt", g."proposedAt", g."reason", g."policyVersion",
      CASE WHEN g."hasNewPlan" THEN c."planId" ELSE g."planId" END, g."sourceId"
    FROM given g JOIN changed c ON c."id" = g."sourceId"
    RETURNING "id", "sourceId"`
  return new Map(stored.map(({ id, sourceId }) => [sourceId, id]))
}

/**
 * Only a document that was read says what the source is called, and by which validators it is known. Where it names no icon, or
 * named none before, that of its site is looked for (lib/store/sources/site-icons.ts).
 */
const documentChange = Prisma.sql`
  "title" = CASE WHEN g."hasDocument" THEN g."title" ELSE s."title" END,
  "description" = CASE WHEN g."hasDocument" THEN g."description" ELSE s."description" END,
  "siteUrl" = CASE WHEN g."hasDocument" THEN g."siteUrl" ELSE s."siteUrl" END,
  "iconUrl" = coalesce(CASE WHEN g."hasDocument" THEN g."iconUrl" END, s."iconUrl"),
  "iconDueAt" = CASE WHEN g."hasDocument" AND g."iconUrl" IS NOT NULL THEN NULL
    WHEN g."hasDocument" OR g."hasSucceeded" AND s."iconUrl" IS NULL THEN coalesce(s."iconDueAt", g."finishedAt")
    ELSE s."iconDueAt" END,
  "language" = CASE WHEN g."hasDocument" THEN g."language" ELSE s."language" END,
  "etag" = CASE WHEN g."hasValidators" THEN g."etag" ELSE s."etag" END,
  "lastModified" = CASE WHEN g."hasValidators" THEN g."lastModified" ELSE s."lastModified" END,
  "bodyHash" = CASE WHEN g."hasDocument" THEN g."bodyHash" ELSE s."bodyHash" END,
  "windowSize" = g."windowSize", "windowOldestAt" = g."windowOldestAt", "windowNewestAt" = g."windowNewestAt"`

const pollChange = Prisma.sql`
  "firstPolledAt" = coalesce(s."firstPolledAt", g."finishedAt"),
  "lastSuccessAt" = CASE WHEN g."hasSucceeded" THEN g."finishedAt" ELSE s."lastSuccessAt" END,
  "lastChangedAt" = CASE WHEN g."newPostings" > 0 THEN g."finishedAt" ELSE s."lastChangedAt" END,
  "lastPolledAt" = g."finishedAt", "lastOutcome" = g."outcome", "lastHttpStatus" = g."httpStatus",
  "lastError" = g."error", "consecutiveFailures" = g."consecutiveFailures",
  "nextPollAt" = CASE WHEN g."isPlanned" THEN g."nextPollAt" END, "nextPollReason" = g."reason", "isAwaited" = false`

const learningChange = Prisma.sql`
  "windowLearned" = g."windowLearned", "dispersion" = g."dispersion", "overflowIntervalMs" = g."overflowIntervalMs",
  "hintRecord" = g."hintRecord", "movedTo" = g."movedTo", "movedSince" = g."movedSince",
  "movedTimes" = g."movedTimes", "goneSince" = g."goneSince",
  "gaps" = s."gaps" + (g."likelyLost" IS NOT NULL)::int, "likelyLost" = least(2147483647, s."likelyLost"::bigint + coalesce(g."likelyLost", 0)),
  "lastGapAt" = CASE WHEN g."likelyLost" IS NULL THEN s."lastGapAt" ELSE g."finishedAt" END`

function pollRow(record: PollRecord) {
  const { facts, decision, source } = record
  return {
    plannedAt: isoText(source.plannedAt),
    plannedReason: source.plannedReason,
    startedAt: isoText(record.startedAt),
    finishedAt: isoText(record.finishedAt),
    outcome: record.outcome,
    httpStatus: record.httpStatus,
    error: record.error,
    bytes: record.bytes,
    entries: record.entries,
    newPostings: record.newPostings.length,
    factOutcome: facts.outcome,
    consecutiveFailures: facts.consecutiveFailures,
    notBeforeAt: isoText(facts.notBefore),
    ...windowColumns(facts.window),
    overlap: record.overlap,
    likelyLost: record.likelyLost,
    quietUntil: isoText(facts.quietUntil ?? null),
    overflowAt: isoText(facts.overflowAt ?? null),
    pushShare: facts.pushShare ?? 0,
    nextPollAt: isoText(decision.nextPollAt),
    proposedAt: isoText(decision.proposedAt),
    reason: decision.reason,
    policyVersion: decision.policyVersion,
    planId: source.planId?.toString() ?? null,
    sourceId: source.id,
  }
}

function sourceRow(record: PollRecord, isSubscribed: boolean) {
  return {
    ...record.document,
    ...record.validators,
    ...sourceLearningColumns(record.learning),
    hasDocument: record.document !== null,
    hasValidators: record.document !== null || record.validators !== null,
    hasSucceeded: record.outcome === 'fetched' || record.outcome === 'not-modified',
    isPlanned: isSubscribed && !record.hasEnded,
    hasNewPlan: record.newPlan !== null,
  }
}

function windowColumns(window: PollFacts['window']) {
  return {
    windowSize: window?.size ?? null,
    windowOldestAt: isoText(window?.oldestAt ?? null),
    windowNewestAt: isoText(window?.newestAt ?? null),
  }
}
