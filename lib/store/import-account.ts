import type { SettingsChange } from '#lib/api/settings.ts'
import { parseQuery } from '#lib/search/parse-query.ts'
import type { Database, Transaction } from './database.ts'
import { findImported } from './find-imported.ts'
import { jsonRows } from './json-rows.ts'
import { notify } from './notify.ts'
import { subscribeWithin, type NewSubscription } from './subscriptions.ts'
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

/** What became of the subscriptions of an export. */
export type ImportedSubscriptions = {
  readonly added: number
  /** Read marks that were not brought: nothing of their sources is stored here. */
  readonly marksNotHere: number
}

/**
 * Subscribes as an export says, with the time of each subscription and how far it is read, in one transaction.
 * Subscriptions that exist are left as they are. A read mark whose posting is not stored here falls on the last one that
 * was found before it.
 */
export async function importSubscriptions(
  database: Database,
  subscriberId: string,
  subscriptions: readonly ExportedSubscription[],
  now: number,
): Promise<ImportedSubscriptions> {
  return database.$transaction(
    async (transaction) => {
      const subscribed = await subscribeWithin(transaction, subscriberId, subscriptions, now, false)
      const added = subscriptions.flatMap((wanted, at) => {
        const { isNew, subscriptionId } = subscribed[at] ?? { isNew: false, subscriptionId: 0 }
        return isNew ? [{ ...wanted, id: subscriptionId }] : []
      })
      const placed = await placeMarks(transaction, subscriberId, added, now)
      const marked = added.filter(({ readThrough }) => readThrough !== null)
      return { added: added.length, marksNotHere: marked.filter(({ id }) => !placed.has(id)).length }
    },
    { timeout: 60_000 },
  )
}

/** Returns the subscriptions whose sources have postings here. */
async function placeMarks(
  transaction: Transaction,
  subscriberId: string,
  added: readonly (ExportedSubscription & { readonly id: number })[],
  now: number,
): Promise<Set<number>> {
  const rows = added.map(({ id, createdAt, readThrough }) => ({
    ...{ id, createdAt, key: readThrough?.key ?? null, foundAt: readThrough?.foundAt ?? null },
  }))
  const placed = await transaction.$queryRaw<{ id: number; hasPostings: boolean }[]>`
    UPDATE "subscription" u SET
      "createdAt" = least(row."createdAt", ${new Date(now)}),
      "readThrough" = CASE
        WHEN NOT EXISTS (SELECT 1 FROM "posting" p WHERE p."sourceId" = u."sourceId") THEN u."readThrough"
        ELSE coalesce(
          (SELECT p."id" FROM "posting" p WHERE p."sourceId" = u."sourceId" AND p."key" = row."key"),
          (SELECT max(p."id") FROM "posting" p WHERE p."sourceId" = u."sourceId" AND p."foundAt" <= row."foundAt"),
          0) END
    FROM jsonb_to_recordset(${jsonRows(rows)}::jsonb)
      AS row("id" int, "createdAt" timestamptz, "key" text, "foundAt" timestamptz)
    WHERE u."id" = row."id" AND u."subscriberId" = ${subscriberId}
    RETURNING u."id", EXISTS (SELECT 1 FROM "posting" p WHERE p."sourceId" = u."sourceId") AS "hasPostings"`
  return new Set(placed.filter(({ hasPostings }) => hasPostings).map(({ id }) => id))
}

/** Read, unread and seen, each apart from the read marks. */
export type ExportedMark = {
  readonly feedUrl: string | null
  readonly key: string
  readonly isRead: boolean | null
  readonly seenAt: string | null
}

/** Brings marks of single postings where the subscriber has none yet. @returns how many of them have their posting here */
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
      return found.filter((place) => place !== null).length
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
  await transaction.$executeRaw`
    INSERT INTO "posting_state" AS state ("subscriberId", "postingId", "sourceId", "isRead", "seenAt", "updatedAt")
    SELECT ${subscriberId}, "postingId", "sourceId", "isRead", "seenAt", ${new Date(now)}
    FROM jsonb_to_recordset(${jsonRows(rows)}::jsonb)
      AS row("postingId" bigint, "sourceId" int, "isRead" bool, "seenAt" timestamptz)
    ORDER BY "postingId"
    ON CONFLICT ("subscriberId", "postingId") DO UPDATE SET
      "isRead" = coalesce(state."isRead", excluded."isRead"),
      "seenAt" = coalesce(state."seenAt", excluded."seenAt")`
  await notify(transaction, { type: 'state', subscriberId })
}
