import type { SettingsChange } from '#lib/api/settings.ts'
import { parseQuery } from '#lib/search/parse-query.ts'
import type { Database, Transaction } from './database.ts'
import { findImported } from './find-imported.ts'
import { jsonRows } from './json-rows.ts'
import { notify } from './notify.ts'
import { subscribeToMany, type NewSubscription, type Subscribed } from './subscriptions.ts'
import { changeSettings } from './user-settings.ts'
import { mostViews } from './views.ts'

/** A subscription of an export. Instants are ISO 8601. */
export type ExportedSubscription = NewSubscription & {
  readonly createdAt: string
  readonly readThrough: { readonly key: string; readonly foundAt: string } | null
}

/** Makes those folders that are missing, each at its place. */
export async function importFolders(
  database: Database,
  subscriberId: string,
  folders: readonly { readonly name: string; readonly position: number }[],
): Promise<void> {
  await database.folder.createMany({
    data: folders.map(({ name, position }) => ({ subscriberId, name, position })),
    skipDuplicates: true,
  })
}

type ExportedView = {
  readonly name: string
  readonly query: string
  readonly order: string
  readonly layout: string | null
  readonly position: number
}

/** Makes those views that are missing and whose query can be read, up to as many as an account may have. */
export async function importViews(
  database: Database,
  subscriberId: string,
  views: readonly ExportedView[],
): Promise<void> {
  const room = mostViews - (await database.view.count({ where: { subscriberId } }))
  const readable = views.filter(({ query }) => parseQuery(query).errors.length === 0)
  await database.view.createMany({
    data: readable.slice(0, Math.max(0, room)).map((view) => ({ ...view, subscriberId })),
    skipDuplicates: true,
  })
}

/** Sets those settings that the account has not chosen itself. */
export async function importSettings(
  database: Database,
  subscriberId: string,
  { language, values }: { readonly language: string | null; readonly values: SettingsChange },
): Promise<void> {
  const hasOwn = (await database.userSettings.count({ where: { userId: subscriberId } })) > 0
  if (!hasOwn && Object.keys(values).length > 0) await changeSettings(database, subscriberId, values)
  await database.user.updateMany({ where: { id: subscriberId, language: null }, data: { language } })
}

/**
 * Subscribes as an export says, with the time of each subscription and how far it is read. Subscriptions that exist are
 * left as they are. A read mark whose posting is not stored here falls on the last one that was found before it.
 */
export async function importSubscriptions(
  database: Database,
  subscriberId: string,
  subscriptions: readonly ExportedSubscription[],
  now: number,
): Promise<Subscribed[]> {
  const subscribed = await subscribeToMany(database, subscriberId, subscriptions, now)
  const added = subscriptions.flatMap(({ createdAt, readThrough }, at) => {
    const { isNew, subscriptionId } = subscribed[at] ?? { isNew: false, subscriptionId: 0 }
    if (!isNew) return []
    return [
      { id: subscriptionId, createdAt, key: readThrough?.key ?? null, foundAt: readThrough?.foundAt ?? null },
    ]
  })
  await database.$executeRaw`
    UPDATE "subscription" u SET
      "createdAt" = least(row."createdAt", ${new Date(now)}),
      "readThrough" = CASE
        WHEN NOT EXISTS (SELECT 1 FROM "posting" p WHERE p."sourceId" = u."sourceId") THEN u."readThrough"
        ELSE coalesce(
          (SELECT p."id" FROM "posting" p WHERE p."sourceId" = u."sourceId" AND p."key" = row."key"),
          (SELECT max(p."id") FROM "posting" p WHERE p."sourceId" = u."sourceId" AND p."foundAt" <= row."foundAt"),
          0) END
    FROM jsonb_to_recordset(${jsonRows(added)}::jsonb)
      AS row("id" int, "createdAt" timestamptz, "key" text, "foundAt" timestamptz)
    WHERE u."id" = row."id" AND u."subscriberId" = ${subscriberId}`
  return subscribed
}

/** Read, unread and seen, each apart from the read marks. */
export type ExportedMark = {
  readonly feedUrl: string | null
  readonly key: string
  readonly isRead: boolean | null
  readonly seenAt: string | null
}

/** Brings marks of single postings where the subscriber has none yet. @returns how many postings were found */
export async function importMarks(
  database: Database,
  subscriberId: string,
  marks: readonly ExportedMark[],
  now: number,
): Promise<number> {
  return database.$transaction(
    async (transaction) => {
      const found = await findImported(
        transaction,
        subscriberId,
        marks.map((mark) => ({ ...mark, urls: [] })),
      )
      const byId = new Map<bigint, object>()
      for (const [at, { isRead, seenAt }] of marks.entries()) {
        const place = found[at]
        if (place)
          byId.set(place.id, { postingId: place.id.toString(), sourceId: place.sourceId, isRead, seenAt })
      }
      await setMarks(transaction, subscriberId, [...byId.values()], now)
      return byId.size
    },
    { timeout: 60_000 },
  )
}

async function setMarks(
  transaction: Transaction,
  subscriberId: string,
  rows: readonly object[],
  now: number,
): Promise<void> {
  if (rows.length === 0) return
  const at = new Date(now)
  await transaction.$executeRaw`
    INSERT INTO "posting_state" AS state ("subscriberId", "postingId", "sourceId", "isRead", "seenAt", "readAt", "updatedAt")
    SELECT ${subscriberId}, "postingId", "sourceId", "isRead", "seenAt",
      CASE WHEN "isRead" IS NOT NULL THEN ${at}::timestamptz END, ${at}
    FROM jsonb_to_recordset(${jsonRows(rows)}::jsonb)
      AS row("postingId" bigint, "sourceId" int, "isRead" bool, "seenAt" timestamptz)
    ORDER BY "postingId"
    ON CONFLICT ("subscriberId", "postingId") DO UPDATE SET
      "isRead" = coalesce(state."isRead", excluded."isRead"),
      "readAt" = CASE WHEN state."isRead" IS NULL THEN coalesce(excluded."readAt", state."readAt") ELSE state."readAt" END,
      "seenAt" = coalesce(state."seenAt", excluded."seenAt")`
  await notify(transaction, { type: 'state', subscriberId })
}
