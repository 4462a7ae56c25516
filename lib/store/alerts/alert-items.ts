import type { AlertAbout, AlertItem } from '#lib/api/alerts/alerts.ts'
import { fastShare } from '#lib/policy/basics/weight.ts'
import type { AlertScope } from './alert-sources.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { getSettings } from '#lib/store/ground/server-settings.ts'
import { countLifted, readAsking } from '#lib/store/planning/source-weights.ts'
import { WEEK_MS } from '#lib/policy/basics/time.ts'

/** The columns that are read of an alert. */
export const alertColumns = {
  id: true,
  name: true,
  kind: true,
  query: true,
  brokenHours: true,
  channelIds: true,
  isOn: true,
  createdAt: true,
  sourceId: true,
  folderId: true,
  viewId: true,
} as const
export type AlertRow = AlertScope & {
  readonly id: number
  readonly name: string
  readonly brokenHours: number | null
  readonly channelIds: number[]
  readonly isOn: boolean
  readonly createdAt: Date
}

export const noPlace = { sourceId: null, folderId: null, viewId: null, query: null, brokenHours: null }

/** The subject of an alert, as it is stored. */
export function alertScopeColumns(about: AlertAbout): AlertScope & { readonly brokenHours: number | null } {
  const { kind } = about
  switch (kind) {
    case 'source':
      return { ...noPlace, kind, sourceId: about.sourceId }
    case 'folder':
      return { ...noPlace, kind, folderId: about.folderId }
    case 'view':
      return { ...noPlace, kind, viewId: about.viewId }
    case 'query':
    case 'promise': {
      const place = { sourceId: about.sourceId ?? null, folderId: about.folderId ?? null }
      const rest = about.kind === 'query' ? { query: about.query } : { brokenHours: about.hours }
      return { ...noPlace, kind, ...place, ...rest }
    }
    default:
      return kind satisfies never
  }
}

function aboutOf({ kind, query, brokenHours, sourceId, folderId, viewId }: AlertRow): AlertAbout {
  const place = {
    ...(sourceId === null ? {} : { sourceId }),
    ...(folderId === null ? {} : { folderId }),
  }
  if (kind === 'source') return { kind, sourceId: sourceId ?? 0 }
  if (kind === 'folder') return { kind, folderId: folderId ?? 0 }
  if (kind === 'view') return { kind, viewId: viewId ?? 0 }
  if (kind === 'promise') return { kind, hours: brokenHours ?? 1, ...place }
  return { kind: 'query', query: query ?? '', ...place }
}

/** Alerts as their subscriber sees them. */
export async function toAlertItems(
  database: Database,
  subscriberId: string,
  rows: readonly AlertRow[],
  now: number,
): Promise<AlertItem[]> {
  const { alertStrength, fairShare } = await getSettings(database)
  const { size: asked } = await readAsking(database, subscriberId)
  const readers = alertStrength * fastShare(asked, fairShare)
  const lifted = await countLifted(database, subscriberId)
  const told = await database.alertHit.groupBy({
    by: ['alertId'],
    where: { alertId: { in: rows.map(({ id }) => id) }, madeAt: { gt: new Date(now - WEEK_MS) } },
    _count: true,
  })
  const recentOf = new Map(told.map(({ alertId, _count: count }) => [alertId, count]))
  const liftOf = (sources: number) => ({ sources, readers: sources === 0 ? 0 : readers })
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    about: aboutOf(row),
    channelIds: row.channelIds,
    isOn: row.isOn,
    createdAt: row.createdAt.toISOString(),
    recent: recentOf.get(row.id) ?? 0,
    lift: liftOf(lifted.get(row.id) ?? 0),
  }))
}
