import type { Database } from '#lib/store/connection/database.ts'
import { foldersOf, namesTo } from '#lib/store/organising/folder-tree.ts'
import { getOrganising } from '#lib/store/ground/organising.ts'
import { getReadingHours } from '#lib/store/accounts/reading-hours.ts'
import { findReadingSettings } from '#lib/store/ground/reading-settings.ts'
import { findSettings } from '#lib/store/ground/subscriber-settings.ts'

/** Folders of an export with their paths, in their order. */
export async function exportFolders(database: Database, subscriberId: string) {
  const folders = await foldersOf(database, subscriberId)
  return [...folders.values()]
    .map(({ id, name, position }) => ({ name, path: namesTo(folders, id), position }))
    .toSorted((a, b) => a.position - b.position || compare(a.path.join('\n'), b.path.join('\n')))
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}

/** Names of all labels, also of those that nothing has. */
export async function exportLabels(database: Database, subscriberId: string): Promise<string[]> {
  const rows = await database.label.findMany({
    where: { subscriberId },
    select: { name: true },
    orderBy: { name: 'asc' },
  })
  return rows.map(({ name }) => name)
}

/** The account's settings; one that is not in it stands at its default. */
export async function exportSettings(database: Database, userId: string) {
  const { order, shown } = await getOrganising(database, userId)
  const { isCounted } = await database.user.findUniqueOrThrow({
    where: { id: userId },
    select: { isCounted: true },
  })
  return {
    values: await findSettings(database, userId),
    reading: await findReadingSettings(database, userId),
    readingHours: await exportHours(database, userId),
    sourceOrder: order,
    shownFolders: shown,
    isCounted,
  }
}

/** The reading hours of an export; null: as an account begins. */
async function exportHours(database: Database, subscriberId: string) {
  const { kind, zone, given } = await getReadingHours(database, subscriberId)
  return kind === 'off' && given.length === 0 ? null : { kind, zone, given: [...given] }
}

/** Views of an export, in their order. */
export async function exportViews(database: Database, subscriberId: string) {
  const views = await database.view.findMany({
    where: { subscriberId },
    select: { name: true, query: true, order: true, layout: true, position: true },
    orderBy: [{ position: 'asc' }, { name: 'asc' }],
  })
  return views as (Omit<(typeof views)[number], 'order'> & { order: 'newest' | 'oldest' | 'best' })[] // lib/api/lists/search.ts
}

type SubscriptionRow = {
  readonly url: string
  readonly title: string
  readonly siteUrl: string | null
  readonly ownTitle: string | null
  readonly folderId: number | null
  readonly position: number
  readonly isMuted: boolean
  readonly isApart: boolean
  readonly fullText: boolean
  readonly unreadEdits: boolean
  readonly wantsFast: boolean
  readonly labels: string[]
  readonly createdAt: Date
  readonly key: string | null
  readonly foundAt: Date | null
}

/** Rows of one part: this thread is others' between two. */
const subscriptionsAtOnce = 500

/** Subscriptions of an export, by address, in parts. The read mark is named by the last posting that it covers. */
export async function* exportSubscriptions(database: Database, subscriberId: string) {
  const folders = await foldersOf(database, subscriberId)
  const [listed] = await database.$queryRaw<{ ids: readonly number[] | null }[]>`
    SELECT array_agg(u."id" ORDER BY s."url") AS "ids"
    FROM "subscription" u JOIN "source" s ON s."id" = u."sourceId" WHERE u."subscriberId" = ${subscriberId}`
  const ids = listed?.ids ?? []
  for (let at = 0; at < ids.length; at += subscriptionsAtOnce) {
    const rows = await readSubscriptions(database, ids.slice(at, at + subscriptionsAtOnce))
    yield rows.map(({ key, foundAt, createdAt, folderId, ...row }) => ({
      ...row,
      folder: folderId === null ? null : (folders.get(folderId)?.name ?? null),
      path: namesTo(folders, folderId),
      createdAt: createdAt.toISOString(),
      readThrough: key === null || foundAt === null ? null : { key, foundAt: foundAt.toISOString() },
    }))
  }
}

function readSubscriptions(database: Database, ids: readonly number[]): Promise<SubscriptionRow[]> {
  return database.$queryRaw`
    SELECT s."url", s."title", s."siteUrl", u."title" AS "ownTitle", u."folderId", u."position", u."isMuted",
      u."isApart", u."fullText", u."unreadEdits", u."wantsFast", u."createdAt", mark."key", mark."foundAt",
      ARRAY(SELECT l."name" FROM "subscription_label" sl JOIN "label" l ON l."id" = sl."labelId"
        WHERE sl."subscriptionId" = u."id" ORDER BY l."name") AS "labels"
    FROM "subscription" u JOIN "source" s ON s."id" = u."sourceId"
    LEFT JOIN LATERAL (
      SELECT p."key", p."foundAt" FROM "posting" p
      WHERE p."sourceId" = u."sourceId" AND p."id" <= u."readThrough" ORDER BY p."id" DESC LIMIT 1) mark ON true
    WHERE u."id" = ANY(${[...ids]}::int[]) ORDER BY s."url"`
}
