import { expect, test } from 'vitest'
import { refreshSources, refreshSourcesOf } from '#lib/store/alerts/alert-sources.ts'
import { createAlert } from '#lib/store/alerts/alerts.ts'
import { createFolder } from '#lib/store/organising/folders.ts'
import { subscribeToMany } from '#tests/support/world/subscribe-to-many.ts'
import { fileDatabase } from '#tests/support/servers/file-database.ts'
import { addReader } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const { database } = await fileDatabase()

/** A reader of so many sources, who is alerted of a folder that is empty: the number of sources that the alert asks for, once all are in it. */
async function afterMove(name: string, count: number, refresh: (reader: string) => Promise<unknown>) {
  const reader = await addReader(database, name)
  const urls = Array.from({ length: count }, (_, n) => `https://${name}.example/${n}`)
  const many = urls.map((url) => ({ url, hostName: `${name}.example` }))
  await subscribeToMany(database, reader, many, referenceAt)
  const folder = await createFolder(database, reader, { name: 'Told of' })
  if (typeof folder === 'string') throw new Error(folder)
  const about = { kind: 'folder', folderId: folder.id } as const
  for (let alert = 0; alert < 25; alert++)
    await createAlert(database, reader, { name: `${alert}`, about, channelIds: [], isOn: true }, referenceAt)
  await database.subscription.updateMany({ where: { subscriberId: reader }, data: { folderId: folder.id } })
  await refresh(reader)
  return database.alertSource.count({ where: { alert: { subscriberId: reader } } })
}

test('what alerts ask for follows each act of their reader; of very many it follows once an aggregator looks', async () => {
  const atOnce = (reader: string) => refreshSourcesOf(database, reader, referenceAt)
  expect(await afterMove('some', 100, atOnce)).toBe(25 * 100)
  expect(await afterMove('very-many', 1_000, atOnce)).toBe(0)
  await refreshSources(database, referenceAt, { afterId: 0, limit: 100, moved: new Set() })
  expect(await database.alertSource.count()).toBe(25 * 1_100)
})
