import type { Reason } from '#lib/policy/basics/reason.ts'
import { askedPause, reasonWithin } from '#lib/store/hosts/asked-pause.ts'
import { limitOf, lockAdding, roomFor } from '#lib/store/ground/account-limits.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { subscribed } from '#lib/store/sources/find-or-create-source.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { queueSubscribed } from '#lib/store/ground/rule-queue.ts'

/** The time for which an ended subscription can be taken up again as it was. */
const restoreWithinMs = 60 * 60_000
/** So long after it was found rules have been run over a posting. */
const runWithinMs = 10 * 60_000

/**
 * Ends those of the subscriptions that are the subscriber's. Stars and what was read stay known; postings marked unread
 * are forgotten, so that they do not return with a later subscription. A source without subscribers is not polled any
 * more; its postings stay. For an hour `restoreSubscriptions` takes it back.
 * @returns how many there were
 */
export async function unsubscribe(
  database: Database,
  subscriberId: string,
  ids: readonly number[],
  now: number,
): Promise<number> {
  return database.$transaction(async (transaction) => {
    // Whoever subscribes at this moment waits for these rows, or we for them: a source is never left unpolled by a race.
    const sources = await transaction.$queryRaw<{ id: number }[]>`
      SELECT s."id" FROM "source" s JOIN "subscription" u ON u."sourceId" = s."id"
      WHERE u."subscriberId" = ${subscriberId} AND u."id" = ANY(${[...ids]}::int[])
      ORDER BY s."id" FOR NO KEY UPDATE OF s`
    if (sources.length === 0) return 0
    await keepEnded(transaction, subscriberId, ids, now)
    const { count } = await transaction.subscription.deleteMany({
      where: { id: { in: [...ids] }, subscriberId },
    })
    const sourceIds = sources.map(({ id }) => id)
    await transaction.postingState.updateMany({
      where: { subscriberId, sourceId: { in: sourceIds }, isRead: false },
      data: { isRead: null },
    })
    await stopPollingWithoutSubscribers(transaction, sourceIds)
    await notify(transaction, { type: 'state', subscriberId })
    await notify(transaction, { type: 'due' })
    return count
  })
}

/** Notes subscriptions as they are; what was ended too long ago is forgotten, and what is beyond as many as the account may have. */
async function keepEnded(
  transaction: Transaction,
  subscriberId: string,
  ids: readonly number[],
  now: number,
): Promise<void> {
  const endedAt = { lt: new Date(now - restoreWithinMs) }
  await transaction.endedSubscription.deleteMany({ where: { subscriberId, endedAt } })
  await transaction.$executeRaw`
    INSERT INTO "ended_subscription" ("id", "endedAt", "sourceId", "subscriberId", "kept")
    SELECT u."id", ${new Date(now)}, u."sourceId", u."subscriberId", jsonb_build_object(
      'title', u."title", 'folderId', u."folderId", 'position', u."position", 'createdAt', u."createdAt",
      'readThrough', u."readThrough", 'isMuted', u."isMuted", 'isApart', u."isApart",
      'fullText', u."fullText", 'unreadEdits', u."unreadEdits", 'wantsFast', u."wantsFast",
      'labelIds', ARRAY(SELECT sl."labelId" FROM "subscription_label" sl WHERE sl."subscriptionId" = u."id"),
      'unreadIds', ARRAY(SELECT t."postingId" FROM "posting_state" t
        WHERE t."subscriberId" = u."subscriberId" AND t."sourceId" = u."sourceId" AND t."isRead" = false))
    FROM "subscription" u WHERE u."subscriberId" = ${subscriberId} AND u."id" = ANY(${[...ids]}::int[])`
  // Whoever brings a list again and again, and leaves it, makes no rows without end.
  const most = Math.max(ids.length, await limitOf(transaction, subscriberId, 'subscriptions'))
  await transaction.$executeRaw`
    DELETE FROM "ended_subscription" WHERE "id" IN (
      SELECT "id" FROM "ended_subscription" WHERE "subscriberId" = ${subscriberId}
      ORDER BY "endedAt" DESC, "id" DESC OFFSET ${most}::int)`
}

/** Those of the sources that nobody subscribes to are not polled any more, and their hubs are asked to stop. */
export async function stopPollingWithoutSubscribers(
  transaction: Transaction,
  sourceIds: readonly number[],
): Promise<void> {
  const isLeft = { id: { in: [...sourceIds] }, subscriptions: { none: {} } }
  await transaction.source.updateMany({
    where: isLeft,
    data: { nextPollAt: null, nextPollReason: { code: 'nobodySubscribes', values: {} } satisfies Reason },
  })
  await transaction.pushSubscription.updateMany({
    where: { source: isLeft },
    data: { nextRequestAt: new Date(0) }, // the hub is asked at once, to stop
  })
}

/**
 * Takes subscriptions up again that were ended within the hour, with their numbers, folders, names, labels and what was
 * read in them, as far as there is room. One that was made anew meanwhile stays as it is.
 * @returns how many are back
 */
export async function restoreSubscriptions(
  database: Database,
  subscriberId: string,
  ids: readonly number[],
  now: number,
): Promise<number> {
  return database.$transaction(async (transaction) => {
    await lockAdding(transaction, subscriberId, 'subscriptions')
    const ended = await transaction.$queryRaw<{ endedAt: Date }[]>`
      SELECT e."endedAt" FROM "source" s JOIN "ended_subscription" e ON e."sourceId" = s."id"
      WHERE e."subscriberId" = ${subscriberId} AND e."id" = ANY(${[...ids]}::int[]) ORDER BY s."id" FOR NO KEY UPDATE OF s`
    const room = await roomFor(transaction, subscriberId, 'subscriptions')
    const back = await takeUp(transaction, subscriberId, ids, { now, room })
    // Those that there was no room for can be taken up once there is.
    const isThere = { source: { subscriptions: { some: { subscriberId } } } }
    await transaction.endedSubscription.deleteMany({
      where: { subscriberId, id: { in: [...ids] }, ...isThere },
    })
    if (back.length === 0) return 0
    const firstEndedAt = ended.reduce((first, { endedAt }) => Math.min(first, endedAt.getTime()), now)
    // Found meanwhile, or so shortly before that rules were not run. On what is unread for longer no rule acts that came since.
    await queueSubscribed(transaction, subscriberId, back, new Date(firstEndedAt - runWithinMs))
    await transaction.$executeRaw`
      UPDATE "source" s SET "nextPollAt" = greatest(${new Date(now)}, ${askedPause}),
        "nextPollReason" = ${reasonWithin(subscribed, new Date(now))}
      WHERE s."id" = ANY(${back}::int[]) AND s."nextPollAt" IS NULL`
    await notify(transaction, { type: 'state', subscriberId })
    await notify(transaction, { type: 'due' })
    return back.length
  })
}

/** Returns the sources of what is back. */
async function takeUp(
  transaction: Transaction,
  subscriberId: string,
  ids: readonly number[],
  { now, room }: { readonly now: number; readonly room: number },
): Promise<number[]> {
  const rows = await transaction.$queryRaw<{ id: number; sourceId: number }[]>`
    INSERT INTO "subscription" ("id", "subscriberId", "sourceId", "title", "folderId", "position", "createdAt",
      "readThrough", "isMuted", "isApart", "fullText", "unreadEdits", "wantsFast")
    SELECT e."id", e."subscriberId", e."sourceId", e."kept"->>'title',
      (SELECT f."id" FROM "folder" f
        WHERE f."id" = (e."kept"->>'folderId')::int AND f."subscriberId" = e."subscriberId"),
      (e."kept"->>'position')::int, (e."kept"->>'createdAt')::timestamptz, (e."kept"->>'readThrough')::bigint,
      (e."kept"->>'isMuted')::boolean, (e."kept"->>'isApart')::boolean,
      coalesce((e."kept"->>'fullText')::boolean, false), coalesce((e."kept"->>'unreadEdits')::boolean, false),
      coalesce((e."kept"->>'wantsFast')::boolean, false)
    FROM "ended_subscription" e
    WHERE e."subscriberId" = ${subscriberId} AND e."id" = ANY(${[...ids]}::int[])
      AND e."endedAt" >= ${new Date(now - restoreWithinMs)}
    ORDER BY e."id" LIMIT ${room}
    ON CONFLICT DO NOTHING
    RETURNING "id", "sourceId"`
  const back = rows.map(({ id }) => id)
  await transaction.$executeRaw`
    INSERT INTO "subscription_label" ("labelId", "subscriptionId")
    SELECT l."id", e."id" FROM "ended_subscription" e
    CROSS JOIN LATERAL jsonb_array_elements_text(e."kept"->'labelIds') AS kept("id")
    JOIN "label" l ON l."id" = kept."id"::int AND l."subscriberId" = e."subscriberId"
    WHERE e."id" = ANY(${back}::int[]) ON CONFLICT DO NOTHING`
  await transaction.$executeRaw`
    UPDATE "posting_state" t SET "isRead" = false, "updatedAt" = ${new Date(now)}
    FROM "ended_subscription" e CROSS JOIN LATERAL jsonb_array_elements_text(e."kept"->'unreadIds') AS kept("id")
    WHERE e."id" = ANY(${back}::int[]) AND t."subscriberId" = e."subscriberId" AND t."sourceId" = e."sourceId"
      AND t."postingId" = kept."id"::bigint AND t."isRead" IS NULL`
  return rows.map(({ sourceId }) => sourceId)
}
