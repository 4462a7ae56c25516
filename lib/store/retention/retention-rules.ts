import type { RetentionRules } from '#lib/api/server/retention.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import { hasMemory, latestSince } from './roll-up-polls.ts'
import { historyBegin } from '#lib/store/ground/history-begin.ts'
import { DAY_MS, HOUR_MS } from '#lib/policy/basics/time.ts'
import { keptForDays } from '#lib/api/parts/limits.ts'

/** Somebody keeps posting `p`: a star, read later, a note or highlights, a label. */
const isKeptByReader = Prisma.sql`(
  EXISTS (SELECT 1 FROM "posting_state" t WHERE t."postingId" = p."id"
    AND (t."starredAt" IS NOT NULL OR t."laterAt" IS NOT NULL OR t."notedAt" IS NOT NULL))
  OR EXISTS (SELECT 1 FROM "posting_label" l WHERE l."postingId" = p."id"))`

/**
 * Somebody is not through with posting `p` in another way: its story is shown apart, its sound was begun, or the read mark of a
 * subscription stands on it, which is looked for when old postings surface.
 */
const isUsedByReader = Prisma.sql`(
  EXISTS (SELECT 1 FROM "story_split" x WHERE x."postingId" = p."id")
  OR EXISTS (SELECT 1 FROM "media_position" m WHERE m."postingId" = p."id"
    AND m."positionMs" < coalesce(0.98 * m."durationMs", 'infinity'))
  OR EXISTS (SELECT 1 FROM "subscription" u WHERE u."sourceId" = p."sourceId" AND u."readThrough" = p."id"))`

/** The document of source `s` held posting `p` when it was last read; where that was not noted: may have held it, by its time. */
const isHeld = Prisma.sql`coalesce(
  (SELECT p."id" > w."throughId" OR p."id" = ANY(w."heldIds") FROM "source_window" w WHERE w."sourceId" = s."id"),
  coalesce(p."publishedAt", p."foundAt") >= s."windowOldestAt", false)`

/** Whether all subscribers of its source have read posting `p`. */
const isReadByAll = Prisma.sql`(
  NOT EXISTS (SELECT 1 FROM "posting_state" t WHERE t."postingId" = p."id" AND NOT t."isRead")
  AND NOT EXISTS (SELECT 1 FROM "subscription" u WHERE u."sourceId" = p."sourceId" AND u."readThrough" < p."id"
    AND NOT EXISTS (SELECT 1 FROM "posting_state" t
      WHERE t."subscriberId" = u."subscriberId" AND t."postingId" = p."id" AND t."isRead")))`

const isSubscribed = Prisma.sql`EXISTS (SELECT 1 FROM "subscription" u WHERE u."sourceId" = s."id")`

/** Whether any rule removes postings, of all sources or of one. */
export async function removesPostings(database: Database, rules: RetentionRules): Promise<boolean> {
  const { keepReadDays, keepUnreadDays, keepUnsubscribedDays, mostPostings } = rules
  if ([keepReadDays, keepUnreadDays, keepUnsubscribedDays, mostPostings].some((rule) => rule !== null))
    return true
  return (
    (await database.source.findFirst({ where: { keepDays: { not: null } }, select: { id: true } })) !== null
  )
}

/**
 * Whether the rules remove posting `p` of source `s`. Never what a reader keeps or is not through with, what the document still
 * holds, what was found lately or within the history of polls, of which all figures and replays are made, and what the delays of a poll are still to be made of: `polls` says whether
 * those are all that are stored, or those that stay when all old ones are rolled up. Archives are their owners'. What an admin set for
 * the source alone goes before the rules of age (`keepDays`).
 */
export function isRemovable(
  rules: RetentionRules,
  now: number,
  polls: 'as stored' | 'rolled up' = 'as stored',
  keepDays = Prisma.sql`s."keepDays"`,
): Prisma.Sql {
  const found = (days: number) => Prisma.sql`p."foundAt" < ${new Date(now - days * DAY_MS)}`
  const { keepReadDays, keepUnreadDays, keepUnsubscribedDays, mostPostings } = rules
  const ages = [
    ...(keepReadDays === null
      ? []
      : [Prisma.sql`(${found(keepReadDays)} AND ${isSubscribed} AND ${isReadByAll})`]),
    ...(keepUnreadDays === null ? [] : [Prisma.sql`(${found(keepUnreadDays)} AND ${isSubscribed})`]),
    ...(keepUnsubscribedDays === null
      ? []
      : [Prisma.sql`(${found(keepUnsubscribedDays)} AND ${isUnsubscribed(now)})`]),
  ]
  const ways = [
    Prisma.sql`coalesce(p."foundAt" < ${new Date(now)}::timestamptz - ${keepDays} * interval '1 day', false)`,
    ...(ages.length === 0 ? [] : [Prisma.sql`(${keepDays} IS NULL AND (${Prisma.join(ages, ' OR ')}))`]),
    ...(mostPostings === null ? [] : [isBeyond(mostPostings)]),
  ]
  return Prisma.sql`(s."archiveOwnerId" IS NULL
    AND p."foundAt" < ${new Date(Math.min(historyBegin(rules, now), now - keptForDays.least * DAY_MS))} AND (${Prisma.join(ways, ' OR ')})
    AND NOT ${isHeld} AND NOT ${isKeptByReader} AND NOT ${isUsedByReader}
    AND ${hasMemory}
    AND (p."isInitial" OR NOT ${polls === 'as stored' ? hasPoll : hasLatestPoll}))`
}

/** Nobody subscribes to source `s`, nor did an hour ago: who ended it then may take it up again as it was. */
function isUnsubscribed(now: number): Prisma.Sql {
  return Prisma.sql`(NOT ${isSubscribed} AND NOT EXISTS (SELECT 1 FROM "ended_subscription" e
    WHERE e."sourceId" = s."id" AND e."endedAt" > ${new Date(now - HOUR_MS)}))`
}

/** Posting `p` is not among the latest so many of its source. */
function isBeyond(most: number): Prisma.Sql {
  return Prisma.sql`(p."id" <= (
    SELECT q."id" FROM "posting" q WHERE q."sourceId" = s."id" ORDER BY q."id" DESC OFFSET ${most} LIMIT 1))`
}

const hasPoll = Prisma.sql`EXISTS (SELECT 1 FROM "poll" k WHERE k."id" = p."pollId")`
const hasLatestPoll = Prisma.sql`EXISTS (SELECT 1 FROM "poll" k WHERE k."id" = p."pollId" AND k."finishedAt" >= coalesce(${latestSince}, '-infinity'))`

/** Whether posting `p` of source `s`, which stays, is no longer found by searches. */
export function isNoLongerSearchable({ searchableDays }: RetentionRules, now: number): Prisma.Sql {
  if (searchableDays === null) return Prisma.sql`FALSE`
  return Prisma.sql`(s."archiveOwnerId" IS NULL AND p."foundAt" < ${new Date(now - searchableDays * DAY_MS)}
    AND NOT ${isKeptByReader})`
}
