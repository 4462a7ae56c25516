import { parseQuery } from '#lib/search/parse-query.ts'
import type { Database, Transaction } from './database.ts'
import { Prisma } from './generated/client.ts'
import { necessarySources } from './search-condition.ts'
import { readSearchContext } from './search-context.ts'
import { isInScope } from './subscription-scope.ts'

/** What an alert is about, as it is stored. */
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

/** Writes down which sources an alert asks for now: weights are made of that in one statement. @returns whether it changed */
export async function storeSources(
  transaction: Transaction,
  alertId: number,
  sourceIds: readonly number[],
): Promise<boolean> {
  const ids = [...sourceIds]
  const gone = await transaction.$executeRaw`
    DELETE FROM "alert_source" WHERE "alertId" = ${alertId} AND "sourceId" <> ALL(${ids}::int[])`
  const come = await transaction.$executeRaw`
    INSERT INTO "alert_source" ("alertId", "sourceId") SELECT ${alertId}, s."id" FROM "source" s
    WHERE s."id" = ANY(${ids}::int[]) ORDER BY s."id" ON CONFLICT DO NOTHING`
  return gone + come > 0
}

/**
 * The same for all alerts, as folders, views and subscriptions change: plannings go by what is written here, so that a
 * source that was put into a folder an alert is about is lifted with the next one. @returns how many alerts changed
 */
export async function refreshSources(database: Database, now: number): Promise<number> {
  const alerts = await database.alert.findMany({
    select: { id: true, subscriberId: true, kind: true, query: true, isOn: true, ...placeColumns },
    orderBy: { id: 'asc' },
  })
  let changed = 0
  for (const { id, subscriberId, isOn, ...scope } of alerts) {
    const sourceIds = isOn ? await sourcesOf(database, subscriberId, scope, now) : []
    const isChanged = await database.$transaction(async (transaction) => {
      const [alert] = await transaction.$queryRaw<unknown[]>`
        SELECT 1 FROM "alert" WHERE "id" = ${id} AND "isOn" = ${isOn} FOR UPDATE`
      return alert === undefined ? false : storeSources(transaction, id, sourceIds)
    })
    if (isChanged) changed += 1
  }
  return changed
}

const placeColumns = { sourceId: true, folderId: true, viewId: true } as const

/** Sources that a subscriber's alerts ask for together, each once. */
export async function countAlerted(database: Database, subscriberId: string): Promise<number> {
  const [row] = await database.$queryRaw<{ count: number }[]>`
    SELECT count(DISTINCT c."sourceId")::int AS "count" FROM "alert_source" c JOIN "alert" a ON a."id" = c."alertId"
    WHERE a."subscriberId" = ${subscriberId}`
  return row?.count ?? 0
}

/** Whether any alert of the subscriber asks for a source, besides one. */
export async function isAlerted(
  database: Database,
  subscriberId: string,
  sourceId: number,
  besides: number | null,
): Promise<boolean> {
  const isOther = besides === null ? Prisma.empty : Prisma.sql`AND a."id" <> ${besides}`
  const rows = await database.$queryRaw<unknown[]>`
    SELECT 1 FROM "alert_source" c JOIN "alert" a ON a."id" = c."alertId"
    WHERE a."subscriberId" = ${subscriberId} AND c."sourceId" = ${sourceId} ${isOther} LIMIT 1`
  return rows.length > 0
}
