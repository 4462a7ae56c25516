import { alertRequest, alertSettingsChange, type AlertAbout } from '#lib/api/alerts/alerts.ts'
import type { AccountExport } from '#lib/documents/moving/account-export.ts'
import type { ExportedAlert, ExportedPlace } from '#lib/documents/moving/exported-sending.ts'
import { parseQuery } from '#lib/search/parse-query.ts'
import { changeAlertSettings, getAlertSettings } from '#lib/store/alerts/alert-settings.ts'
import { createAlert, listAlerts } from '#lib/store/alerts/alerts.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { exportChannels } from './move-channels.ts'
import { readPlaces, type NamedPlaces } from './named-places.ts'

type AlertParts = Pick<AccountExport, 'alertSettings' | 'channels' | 'alerts'>

/** Alerts of an export, the oldest first; those of places that are not the subscriber's any more are left out. */
export async function exportAlerts(
  database: Database,
  subscriberId: string,
  now: number,
): Promise<AlertParts> {
  const places = await readPlaces(database, subscriberId)
  const { channels, ids } = await exportChannels(database, subscriberId)
  const alerts = (await listAlerts(database, subscriberId, now)).flatMap(
    ({ name, about, channelIds, isOn }): ExportedAlert[] => {
      const named = namedOf(about, places)
      const indexes = channelIds.map((id) => ids.indexOf(id)).filter((index) => index >= 0)
      return named === null ? [] : [{ name, ...named, channels: indexes, isOn }]
    },
  )
  const hasSettings = (await database.alertSettings.count({ where: { subscriberId } })) > 0
  const alertSettings = hasSettings ? await getAlertSettings(database, subscriberId) : null
  return { alertSettings, channels, alerts }
}

/**
 * Makes the alerts that are missing, once folders, views, subscriptions and channels are there; they tell of what is found from then on. What
 * is about something that is not here, and what there is no room for, is left out. `channelIds`: as `importChannels` says.
 * @returns the names of those left out, channels too
 */
export async function importAlerts(
  database: Database,
  subscriberId: string,
  { alertSettings, channels, alerts }: AlertParts,
  channelIds: readonly (number | null)[],
  now: number,
): Promise<string[]> {
  await importAlertSettings(database, subscriberId, alertSettings)
  const leftOut = channels.filter((_, at) => channelIds[at] === null).map(({ name }) => name)
  const places = await readPlaces(database, subscriberId)
  const there = await exportAlerts(database, subscriberId, now)
  const known = new Set(there.alerts.map(keyOf))
  for (const alert of alerts.filter((each) => !known.has(keyOf(each)))) {
    const { name, isOn } = alert
    const own = alert.channels.flatMap((at) => channelIds[at] ?? [])
    const wanted = { name, about: aboutOf(alert, places), channelIds: [...new Set(own)], isOn }
    const { data } = alertRequest.safeParse(wanted)
    const made = data === undefined ? 'none' : await createAlert(database, subscriberId, data, now)
    if (typeof made === 'string') leftOut.push(name)
  }
  return leftOut
}

/** Settings that the subscriber made before stay. */
async function importAlertSettings(
  database: Database,
  subscriberId: string,
  exported: AlertParts['alertSettings'],
): Promise<void> {
  const { data } = alertSettingsChange.safeParse(exported)
  if (data === undefined || (await database.alertSettings.count({ where: { subscriberId } })) > 0) return
  await changeAlertSettings(database, subscriberId, data)
}

function keyOf({ name, kind, query, hours, place }: ExportedAlert): string {
  return JSON.stringify([name, kind, query, hours, place?.of, place?.name])
}

/** Null: the place is gone. */
function namedOf(
  about: AlertAbout,
  { nameOf }: NamedPlaces,
): Pick<ExportedAlert, 'kind' | 'query' | 'hours' | 'place'> | null {
  const { kind } = about
  const none = { kind, query: null, hours: null }
  if (kind === 'view') return withPlace(none, nameOf('view', about.viewId))
  if (kind === 'source') return withPlace(none, nameOf('source', about.sourceId))
  if (kind === 'folder') return withPlace(none, nameOf('folder', about.folderId))
  const asks = { ...none, ...(kind === 'query' ? { query: about.query } : { hours: about.hours }) }
  if (about.sourceId !== undefined) return withPlace(asks, nameOf('source', about.sourceId))
  if (about.folderId !== undefined) return withPlace(asks, nameOf('folder', about.folderId))
  return { ...asks, place: null }
}

function withPlace<Asks>(asks: Asks, place: ExportedPlace | null) {
  return place === null ? null : { ...asks, place }
}

/** The subject as alertRequest understands it; null: it names what is not here, or its query is no query. */
function aboutOf({ kind, query, hours, place }: ExportedAlert, { idOf }: NamedPlaces): unknown {
  const id = place === null ? null : idOf(place)
  if ((place !== null && id === null) || parseQuery(query ?? '').errors.length > 0) return null
  const at = place === null ? {} : { [`${place.of}Id`]: id }
  if (kind === 'query') return { kind, query, ...at }
  return kind === 'promise' ? { kind, hours, ...at } : { kind, ...at }
}
