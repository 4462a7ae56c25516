import { parseQuery } from '#lib/search/parse-query.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { eachAlone } from '#lib/store/connection/each-alone.ts'
import { necessarySources } from '#lib/store/search/search-condition.ts'
import { readSearchContext } from '#lib/store/search/search-context.ts'
import { isInScope } from '#lib/store/ground/subscription-scope.ts'

/** The subject of an alert, as it is stored. */
export type AlertScope = {
  readonly kind: string
  readonly query: string | null
  readonly sourceId: number | null
  readonly folderId: number | null
  readonly viewId: number | null
}

/**
 * The sources that an alert asks for: those of its place, of a search those outside of which it finds nothing. None for one
 * about promises, which is told of delays and does not ask for shorter ones.
 */
export async function sourcesOf(
  database: Database | Transaction,
  subscriberId: string,
  scope: AlertScope,
  now: number,
): Promise<number[]> {
  if (scope.kind === 'promise') return []
  const place = { sourceId: scope.sourceId ?? undefined, folderId: scope.folderId ?? undefined }
  if (scope.kind === 'source' || scope.kind === 'folder') {
    const rows = await database.$queryRaw<{ sourceId: number }[]>`
      SELECT u."sourceId" FROM "subscription" u
      WHERE u."subscriberId" = ${subscriberId} AND ${isInScope(subscriberId, place)} ORDER BY u."sourceId"`
    return rows.map(({ sourceId }) => sourceId)
  }
  const text = scope.viewId === null ? scope.query : await queryOfView(database, subscriberId, scope.viewId)
  const { query, errors } = parseQuery(text ?? '')
  if (text === null || errors.length > 0) return []
  const context = await readSearchContext(database, { subscriberId, ...place, now }, query)
  return [...necessarySources(query, context.scope, context.scope.sourceIds)]
}

async function queryOfView(
  database: Database | Transaction,
  subscriberId: string,
  viewId: number,
): Promise<string | null> {
  const view = await database.view.findFirst({ where: { id: viewId, subscriberId }, select: { query: true } })
  return view?.query ?? null
}

/** Writes down which sources an alert asks for now: weights are made of that in one statement. @returns those that came or went */
export async function storeSources(
  transaction: Transaction,
  alertId: number,
  sourceIds: readonly number[],
): Promise<number[]> {
  const ids = [...sourceIds]
  const gone = await transaction.$queryRaw<{ sourceId: number }[]>`
    DELETE FROM "alert_source" WHERE "alertId" = ${alertId} AND "sourceId" <> ALL(${ids}::int[]) RETURNING "sourceId"`
  const come = await transaction.$queryRaw<{ sourceId: number }[]>`
    INSERT INTO "alert_source" ("alertId", "sourceId") SELECT ${alertId}, s."id" FROM "source" s
    WHERE s."id" = ANY(${ids}::int[]) ORDER BY s."id" ON CONFLICT DO NOTHING RETURNING "sourceId"`
  return [...gone, ...come].map(({ sourceId }) => sourceId)
}

/**
 * The same for the next alerts behind an id, as folders, views and subscriptions change. An alert on a source asks for that one,
 * whatever changes. Adds the sources that came or went to `moved` as it goes, also where it fails midway.
 * @returns the id to go on behind, 0: from the beginning
 */
export async function refreshSources(
  database: Database,
  now: number,
  {
    afterId,
    limit,
    moved,
  }: { readonly afterId: number; readonly limit: number; readonly moved: Set<number> },
): Promise<number> {
  const alerts = await database.alert.findMany({
    where: { id: { gt: afterId }, ...moving },
    select: scopeColumns,
    orderBy: { id: 'asc' },
    take: limit,
  })
  await eachAlone(alerts, 'alert-sources-failed', async (alert) => {
    for (const each of await refreshOne(database, alert, now)) moved.add(each)
  })
  return alerts.length < limit ? 0 : (alerts.at(-1)?.id ?? 0)
}

/** Alerts times subscriptions, of which 1,000 take some 25 ms. */
const mostAtOnce = 20_000

/** The same for a subscriber's alerts, at once; where they are very many, an aggregator does it some minutes later. */
export async function refreshSourcesOf(database: Database, subscriberId: string, now: number): Promise<void> {
  const where = { subscriberId, ...moving }
  const alerts = await database.alert.findMany({ where, select: scopeColumns, orderBy: { id: 'asc' } })
  if (alerts.length === 0) return
  if (alerts.length * (await database.subscription.count({ where: { subscriberId } })) > mostAtOnce) return
  await eachAlone(
    alerts,
    'alert-sources-failed',
    async (alert) => void (await refreshOne(database, alert, now)),
  )
}

/** Alerts that ask for other sources as folders, views and subscriptions change. */
const moving = { isOn: true, kind: { in: ['folder', 'view', 'query'] } }
const scopeColumns = {
  id: true,
  subscriberId: true,
  kind: true,
  query: true,
  sourceId: true,
  folderId: true,
  viewId: true,
} as const

/**
 * Returns the sources that came or went. Alerts whose sources are as they were, nearly all of them, cost no transaction: of 20 alerts on 1,000
 * subscriptions each act of their reader took half a second.
 */
async function refreshOne(
  database: Database,
  { id, subscriberId, ...scope }: AlertScope & { readonly id: number; readonly subscriberId: string },
  now: number,
): Promise<number[]> {
  const sourceIds = await sourcesOf(database, subscriberId, scope, now)
  if (await isWrittenDown(database, id, sourceIds)) return []
  return database.$transaction(async (transaction) => {
    const still = await transaction.$queryRaw<unknown[]>`
      SELECT 1 FROM "alert" WHERE "id" = ${id} AND "isOn" FOR UPDATE`
    return still.length > 0 ? storeSources(transaction, id, sourceIds) : []
  })
}

/**
 * Whether these sources are what the alert is written down to ask for. Asked after they are known: what somebody else wrote of an older state
 * meanwhile is seen, and put right.
 */
async function isWrittenDown(
  database: Database,
  alertId: number,
  sourceIds: readonly number[],
): Promise<boolean> {
  const wanted = [...new Set(sourceIds)].sort((one, other) => one - other)
  const [row] = await database.$queryRaw<{ isSame: boolean }[]>`
    SELECT coalesce(array_agg("sourceId" ORDER BY "sourceId"), '{}') = ${wanted}::int[] AS "isSame"
    FROM "alert_source" WHERE "alertId" = ${alertId}`
  return row?.isSame === true
}
