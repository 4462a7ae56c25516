import type { OrganisingSettings } from '#lib/api/organising/organising.ts'
import type { ReadingHoursChange } from '#lib/api/accounts/reading-hours.ts'
import type { ReadingSettingsChange } from '#lib/api/accounts/reading-settings.ts'
import type { SettingsChange } from '#lib/api/accounts/subscriber-settings.ts'
import { parseQuery } from '#lib/search/parse-query.ts'
import { lockAdding, roomFor } from '#lib/store/ground/account-limits.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { findImported } from './find-imported.ts'
import { lockFolders, foldersOf } from '#lib/store/organising/folder-tree.ts'
import { findOrCreateFolders } from '#lib/store/organising/folders.ts'
import { findOrCreateLabels } from '#lib/store/organising/import-labels.ts'
import { jsonRows } from '#lib/store/connection/json-rows.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { changeReadingHours } from '#lib/store/accounts/reading-hours.ts'
import { changeReadingSettings, findReadingSettings } from '#lib/store/ground/reading-settings.ts'
import { changeSubscriberSettings } from '#lib/store/ground/subscriber-settings.ts'

/**
 * Makes those folders that are missing, each at its place, as far as there is room.
 * @param folders their names from the outside in
 * @returns the names of those that were left out
 */
export async function importFolders(
  database: Database,
  subscriberId: string,
  folders: readonly { readonly path: readonly string[]; readonly position: number }[],
): Promise<string[]> {
  return database.$transaction(
    async (transaction) => {
      await lockFolders(transaction, subscriberId)
      const before = await foldersOf(transaction, subscriberId)
      const found = await findOrCreateFolders(
        transaction,
        subscriberId,
        folders.map(({ path }) => path),
      )
      const made = folders.flatMap(({ position }, at) => {
        const { id, isWhole } = found[at] ?? { id: null, isWhole: false }
        return id === null || !isWhole || before.has(id) ? [] : [{ id, position }]
      })
      await transaction.$executeRaw`
      UPDATE "folder" f SET "position" = row."position"
      FROM jsonb_to_recordset(${jsonRows(made)}::jsonb) AS row("id" int, "position" int) WHERE f."id" = row."id"`
      return folders.flatMap(({ path }, at) => (found[at]?.isWhole === false ? [path.join(' / ')] : []))
    },
    { timeout: 60_000 },
  )
}

type ExportedView = {
  readonly name: string
  readonly query: string
  readonly order: string
  readonly layout: string | null
  readonly position: number
}

/** Makes those views that are missing and whose query can be read, as far as there is room. @returns the names of those left out */
export async function importViews(
  database: Database,
  subscriberId: string,
  views: readonly ExportedView[],
): Promise<string[]> {
  const readable = views.filter(({ query }) => parseQuery(query).errors.length === 0)
  return database.$transaction(async (transaction) => {
    await lockAdding(transaction, subscriberId, 'views')
    const room = await roomFor(transaction, subscriberId, 'views')
    const own = await transaction.view.findMany({ where: { subscriberId }, select: { name: true } })
    const known = new Set(own.map(({ name }) => name))
    const missing = readable.filter(({ name }) => !known.has(name))
    await transaction.view.createMany({
      data: missing.slice(0, room).map((view) => ({ ...view, subscriberId })),
      skipDuplicates: true,
    })
    return missing.slice(room).map(({ name }) => name)
  })
}

/** Makes those labels that are missing, as far as there is room. @returns the names of those left out */
export async function importLabels(
  database: Database,
  subscriberId: string,
  names: readonly string[],
): Promise<string[]> {
  const found = await database.$transaction((transaction) =>
    findOrCreateLabels(transaction, subscriberId, names),
  )
  return names.filter((name) => !found.has(name))
}

type ExportedSettings = {
  readonly language: string | null
  readonly values: SettingsChange
  readonly reading: ReadingSettingsChange
  readonly readingHours: ReadingHoursChange
  readonly isCounted: boolean
  readonly organising: { readonly [Name in keyof OrganisingSettings]?: OrganisingSettings[Name] | undefined }
}

/** Sets those settings that the account has not chosen itself. */
export async function importSettings(
  database: Database,
  subscriberId: string,
  { language, values, reading, readingHours, isCounted, organising }: ExportedSettings,
  now: number,
): Promise<void> {
  const hasOwn = (await database.userSettings.count({ where: { userId: subscriberId } })) > 0
  if (!hasOwn && Object.keys(values).length > 0)
    await changeSubscriberSettings(database, subscriberId, values)
  if (Object.keys(reading).length > 0 && (await findReadingSettings(database, subscriberId)) === null)
    await changeReadingSettings(database, subscriberId, reading)
  const hasHours = (await database.readingHours.count({ where: { subscriberId } })) > 0
  if (!hasHours && Object.keys(readingHours).length > 0)
    await changeReadingHours(database, subscriberId, readingHours, now)
  await database.user.updateMany({ where: { id: subscriberId, language: null }, data: { language } })
  if (!isCounted) await database.user.updateMany({ where: { id: subscriberId }, data: { isCounted } })
  const { order, shown } = organising
  // 'name' and 'all' are how an account begins.
  if (order !== undefined)
    await database.user.updateMany({
      where: { id: subscriberId, sourceOrder: 'name' },
      data: { sourceOrder: order },
    })
  if (shown !== undefined)
    await database.user.updateMany({
      where: { id: subscriberId, shownFolders: 'all' },
      data: { shownFolders: shown },
    })
}

/** Read, unread and seen, each apart from the read marks. */
type ExportedMark = {
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
  await notify(transaction, { type: 'state', subscriberId, postings: 'many' })
}
