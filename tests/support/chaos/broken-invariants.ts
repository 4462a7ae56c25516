import { referenceAt } from '#tests/support/measure/test-clock.ts'

const hourMs = 3_600_000
const inADay = `timestamptz '${new Date(referenceAt + 24 * hourMs).toISOString()}'`
const inYears = `timestamptz '${new Date(referenceAt + 10_000 * 24 * hourMs).toISOString()}'`
const hit = (
  key: string,
) => `INSERT INTO "alert_hit" ("key", "kind", "foundAt", "madeAt", "subscriberId", "postingId", "sourceId")
  VALUES ('${key}', 'posting', now(), now(), 'reader-reader', 1, 1)`
const channel = `INSERT INTO "alert_channel" ("name", "kind", "config", "host", "subscriberId")
  VALUES ('c', 'webhook', '{}', 'h', 'reader-reader')`
const delivery = (key: string, columns = '', values = '') =>
  `INSERT INTO "alert_delivery" ("key", "madeAt", "dueAt", "channelId", "subscriberId"${columns})
   VALUES ('${key}', now(), '2026-01-05', 1, 'reader-reader'${values})`
const item = (hitId: number, deliveryId: number) =>
  `INSERT INTO "alert_delivery_item" VALUES (1, ${hitId}, ${deliveryId})`
const state = (columns: string, values: string, postingId = '1') =>
  `INSERT INTO "posting_state" ("postingId", "sourceId", "subscriberId", "updatedAt"${columns})
   VALUES (${postingId}, 1, 'reader-reader', now()${values})`

const archive = (id: number, ownerId: string) =>
  `INSERT INTO "source" ("id", "url", "hostName", "archiveOwnerId") VALUES (${id}, 'archive:${id}', (SELECT min("name") FROM "host"), '${ownerId}');
   INSERT INTO "source_listing" ("sourceId", "text") VALUES (${id}, ''); SELECT setval('source_id_seq', ${id})`
const archived = (id: number, sourceId: number) =>
  `INSERT INTO "posting" ("id", "key", "title", "html", "excerpt", "contentHash", "foundAt", "isInitial", "shownAt", "sourceId")
   VALUES (${id}, 'k${id}', 't', '', '', '', now(), true, now(), ${sourceId});
   INSERT INTO "posting_alias" ("sourceId", "key", "foundAt", "postingId") VALUES (${sourceId}, 'k${id}', now(), ${id})`

/** The statements that break each invariant, and no other one. */
export const breaks: readonly (readonly [name: string, ...sql: string[]])[] = [
  [
    'polls brought the postings that they say',
    `UPDATE "poll" SET "newPostings" = "newPostings" + 1 WHERE "id" = 1`,
  ],
  [
    'postings are of a poll that is stored, or counted in its day',
    `UPDATE "posting" SET "pollId" = 900 WHERE "id" = 1`,
    `UPDATE "poll" SET "newPostings" = (SELECT count(*) FROM "posting" WHERE "pollId" = "poll"."id")`,
  ],
  [
    'no posting is stored twice, under a key or an alias',
    `UPDATE "posting" o SET "key" = g."key" FROM "posting" g WHERE g."sourceId" = o."sourceId" AND g."id" < o."id"`,
  ],
  [
    'aliases, clues and search documents are of the source of their posting',
    `UPDATE "posting_search" SET "sourceId" = 3 WHERE "postingId" = 1`,
  ],
  ['postings are searchable as far as the index says', `DELETE FROM "posting_search" WHERE "postingId" = 1`],
  [
    'a source holds what its document held',
    `UPDATE "source_window" SET "heldIds" = '{900}' WHERE "sourceId" = 1`,
  ],
  [
    'a story has one posting of a source',
    `UPDATE "posting" SET "clusterId" = 1 WHERE "sourceId" = (SELECT "sourceId" FROM "posting" GROUP BY 1 HAVING count(*) = 3)`,
  ],
  [
    'archives hold what their owners brought, as they brought it',
    archive(900, 'reader-reader'),
    `INSERT INTO "forgotten_posting" ("sourceId", "keyHash", "titleHash") VALUES (900, 1, 1)`,
  ],
  [
    'what goes through the postings is not ahead of them',
    `UPDATE "clustering_progress" SET "throughId" = 900`,
  ],
  [
    'leases have an owner and an end that comes',
    `UPDATE "host" SET "leaseOwner" = 'x', "leaseUntil" = ${inADay}`,
  ],
  [
    'no lease is of a process that died',
    `INSERT INTO "aggregator_heartbeat" VALUES ('dead', '2026-01-04', '2026-01-04', true), ('alive', '2026-01-04', '2026-01-04', true)`,
    `UPDATE "host" SET "leaseOwner" = 'dead', "leaseUntil" = '2026-01-05'`,
    `SELECT pg_advisory_lock_shared(5301979, hashtext('alive'))`,
  ],
  [
    'each source that somebody reads has a next poll',
    `UPDATE "source" SET "nextPollAt" = NULL WHERE "id" = 1`,
  ],
  [
    'each source that is polled has its newest plan in force',
    `UPDATE "source" SET "planId" = NULL WHERE "id" = 1`,
  ],
  ['plans in force come from a planning that is stored', `UPDATE "plan" SET "runId" = NULL`],
  [
    'the last poll of a source is stored',
    `UPDATE "source" SET "lastPolledAt" = now() WHERE "planId" IS NOT NULL`,
  ],
  [
    'subscribers are counted as they are',
    `UPDATE "source_listing" SET "subscribers" = 7 WHERE "sourceId" = 1`,
  ],
  ['memories of the price policy are whole', `UPDATE "price_memory" SET "bytes" = '\\x00'`],
  [
    'promises and measured delays are within their ranges',
    `INSERT INTO "source_freshness" ("sourceId", "countedAt", "stateSince", "keptShare") VALUES (1, now(), now(), 1.5)`,
  ],
  ['read marks are of postings that were stored', `UPDATE "subscription" SET "readThrough" = 900`],
  [
    'states are of the source of their posting',
    state('', '', `(SELECT min("id") FROM "posting" WHERE "sourceId" <> 1)`),
  ],
  [
    'what somebody keeps is there',
    `SELECT setval('posting_id_seq', 950)`,
    state(', "starredAt"', ', now()', '900'),
  ],
  [
    'labels, notes and highlights have a state that says so',
    state(', "notedAt"', ', now()', `(SELECT min("id") FROM "posting" WHERE "sourceId" = 1)`),
  ],
  [
    'archives are for their owners alone',
    `INSERT INTO "user" ("id", "name", "email", "updatedAt") VALUES ('o', 'o', 'o@example.org', now())`,
    archive(900, 'o'),
    archived(800, 900),
    `INSERT INTO "posting_state" ("postingId", "sourceId", "subscriberId", "updatedAt") VALUES (800, 900, 'reader-reader', now())`,
    `SELECT setval('posting_id_seq', 950)`,
  ],
  [
    'folders and labels are of the subscriber who uses them',
    `INSERT INTO "user" ("id", "name", "email", "updatedAt") VALUES ('o', 'o', 'o@example.org', now())`,
    `INSERT INTO "folder" ("name", "subscriberId") VALUES ('f', 'o')`,
    `UPDATE "subscription" SET "folderId" = 1`,
  ],
  ['rules wait for postings that are there', `INSERT INTO "rule_due" VALUES ('reader-reader', 900, 'found')`],
  [
    'events tell of sources and subscribers that are there',
    `UPDATE "event" SET "sourceId" = 900 WHERE "sourceId" IS NOT NULL`,
  ],
  ['nobody is told of a posting twice', hit('p1'), hit('q1')],
  [
    'no channel carries a posting twice',
    `ALTER TABLE "alert_delivery_item" DROP CONSTRAINT "alert_delivery_item_pkey"`,
    channel,
    hit('p1'),
    delivery('k'),
    delivery('l'),
    item(1, 1),
    item(1, 2),
  ],
  [
    'messages go to the channel and the subscriber of what they tell',
    `INSERT INTO "user" ("id", "name", "email", "updatedAt") VALUES ('o', 'o', 'o@example.org', now())`,
    channel,
    hit('p1'),
    delivery('k'),
    item(1, 1),
    `UPDATE "alert_hit" SET "subscriberId" = 'o'`,
  ],
  [
    'messages are waiting, sent or failed, as their times say',
    channel,
    delivery('k', ', "state"', `, 'sent'`),
  ],
  [
    'issues of digests are under way or ended',
    `INSERT INTO "digest_slot" VALUES (1, now(), now(), 1, now(), 'sent', NULL, 0)`,
  ],
  [
    'what waits to be sent is due within days',
    channel,
    delivery('k'),
    `UPDATE "alert_delivery" SET "dueAt" = ${inYears}`,
  ],
  ['sequences are ahead of the ids they gave', `SELECT setval('poll_id_seq', 1)`],
  [
    'indexes and constraints are valid',
    `ALTER TABLE "posting_state" ADD CONSTRAINT "later" CHECK ("postingId" <> 900) NOT VALID`,
    `UPDATE "posting_state" SET "isRead" = "isRead"`,
  ],
]

const labRun = (columns: string, values: string) =>
  `INSERT INTO "lab_run" ("request", "createdAt", ${columns}) VALUES ('{}', now(), ${values})`

/** Other ways to break one of them. */
export const otherBreaks: readonly (readonly [name: string, how: string, ...sql: string[]])[] = [
  [
    'leases have an owner and an end that comes',
    'a lab run without an end',
    labRun(`"state", "leaseOwner"`, `'running', 'x'`),
  ],
  [
    'leases have an owner and an end that comes',
    'a lab run for longer than the clock of the database allows',
    labRun(`"state", "leaseOwner", "leaseUntil"`, `'running', 'x', now() + interval '1 hour'`),
  ],
  [
    'archives hold what their owners brought, as they brought it',
    'a posting that was edited',
    archive(900, 'reader-reader'),
    archived(800, 900),
    `UPDATE "posting" SET "editedAt" = now() WHERE "id" = 800`,
    `SELECT setval('posting_id_seq', 950)`,
  ],
  [
    'archives are for their owners alone',
    'somebody subscribes',
    archive(900, 'reader-reader'),
    `UPDATE "subscription" SET "sourceId" = 900 WHERE "sourceId" = 1`,
    `UPDATE "subscription_change" SET "sourceId" = 900 WHERE "sourceId" = 1`,
    `UPDATE "source" SET "nextPollAt" = NULL WHERE "id" = 1`,
  ],
  [
    'sequences are ahead of the ids they gave',
    'the greatest id is the next one',
    `SELECT setval('poll_id_seq', (SELECT max("id") FROM "poll"), false)`,
  ],
]

/** The statements that look like it and break nothing. */
export const breaksNothing: readonly string[] = [
  archive(900, 'reader-reader'),
  `UPDATE "posting" SET "clusterId" = 1 WHERE "id" = 1`,
  `SELECT setval('posting_id_seq', 950)`,
  archived(800, 900),
  archived(801, 900),
  `UPDATE "posting" SET "clusterId" = 1 WHERE "sourceId" = 900`,
  labRun(`"state", "leaseUntil"`, `'failed', now()`),
  labRun(`"state", "leaseOwner", "leaseUntil"`, `'running', 'x', now() + interval '30 seconds'`),
  labRun(`"state", "leaseOwner", "leaseUntil"`, `'running', 'x', '1970-01-01'`),
  `SELECT setval('poll_id_seq', (SELECT max("id") FROM "poll") + 1, false)`,
]
