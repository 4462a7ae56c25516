import { expect, test } from 'vitest'
import type { AlertAbout } from '#lib/api/alerts/alerts.ts'
import { listHits } from '#lib/store/alerts/alert-hits.ts'
import { refreshSourcesOf } from '#lib/store/alerts/alert-sources.ts'
import { changeSubscriptions } from '#lib/store/subscriptions/change-subscriptions.ts'
import { createDigest } from '#lib/store/digests/digests.ts'
import { changeFolder, createFolder, deleteFolder } from '#lib/store/organising/folders.ts'
import {
  assignLabel,
  createLabel,
  deleteLabel,
  mergeLabels,
  renameLabel,
} from '#lib/store/organising/labels.ts'
import { mergeFolders } from '#lib/store/organising/merge-folders.ts'
import { createOutputFeed } from '#lib/store/outputs/output-feeds.ts'
import { digestRequest } from '#lib/api/outputs/digests.ts'
import { alertWorldOfEachTest } from '#tests/support/world/alert-world.ts'
import { addSubscription } from '#tests/support/world/reading.ts'

const world = alertWorldOfEachTest()

async function folder(name: string, parentId: number | null = null): Promise<number> {
  const made = await createFolder(world.database, world.reader, { name, parentId })
  if (typeof made === 'string') throw new Error(made)
  return made.id
}

/** A source in a folder. */
async function source(name: string, folderId: number | null) {
  const { subscriptionId, sourceId } = await addSubscription(world.database, world.reader, name)
  await changeSubscriptions(world.database, world.reader, [subscriptionId], { folderId })
  return { subscriptionId, sourceId }
}

async function label(name: string, subscriptionIds: readonly number[]): Promise<number> {
  const made = await createLabel(world.database, world.reader, name)
  if (typeof made === 'string') throw new Error(made)
  const request = { isOn: true, subscriptionIds: [...subscriptionIds], postingIds: [] }
  await assignLabel(world.database, world.reader, made.id, request, world.clock.now())
  return made.id
}

const ask = (query: string): AlertAbout => ({ kind: 'query', query })

/** The alerts of a posting that comes now. */
async function toldOf(sourceId: number, title: string): Promise<boolean> {
  await world.post(sourceId, { title })
  await world.tell()
  const { hits } = await listHits(world.database, world.reader, undefined)
  return hits.some(({ posting }) => posting?.title === title)
}

const queries = async () =>
  (await world.database.alert.findMany({ orderBy: { id: 'asc' } })).map(({ query }) => query)

test('an alert that searches in a folder tells on when that is renamed, or taken into another', async () => {
  const { database, reader } = world
  const coast = await folder('Coast')
  const sea = await folder('Sea')
  const { sourceId } = await source('paper', coast)
  await world.alert(ask('in:coast tern'))
  await changeFolder(database, reader, coast, { name: 'The coast' })
  expect(await toldOf(sourceId, 'tern one')).toBe(true)
  await mergeFolders(database, reader, coast, sea)
  expect(await toldOf(sourceId, 'tern two')).toBe(true)
  expect(await queries()).toEqual(['in:Sea tern'])
})

test('an alert that searches by a label tells on when that is renamed, or taken into another', async () => {
  const { database, reader } = world
  const { sourceId, subscriptionId } = await source('paper', null)
  const word = await label('Word', [subscriptionId])
  const other = await label('Other', [])
  await world.alert(ask('label:word'))
  await renameLabel(database, reader, word, 'Urgent news')
  expect(await toldOf(sourceId, 'one')).toBe(true)
  await mergeLabels(database, reader, word, other)
  expect(await toldOf(sourceId, 'two')).toBe(true)
  expect(await queries()).toEqual(['label:Other'])
})

test('an alert by a source’s own name tells on when that changes', async () => {
  const { database, reader } = world
  const { sourceId, subscriptionId } = await source('paper', null)
  await changeSubscriptions(database, reader, [subscriptionId], { ownTitle: 'Mine' })
  await world.alert(ask('from:mine'))
  await changeSubscriptions(database, reader, [subscriptionId], { ownTitle: 'Yours' })
  expect(await toldOf(sourceId, 'one')).toBe(true)
})

test('alerts on a folder are on the one that it is taken into, inner ones too', async () => {
  const { database, reader } = world
  const coast = await folder('Coast')
  const sea = await folder('Sea')
  const inner = await folder('Birds', coast)
  const there = await folder('Birds', sea)
  const { sourceId } = await source('paper', coast)
  const { sourceId: deep } = await source('deep', inner)
  await world.alert({ kind: 'folder', folderId: coast })
  await world.alert({ kind: 'folder', folderId: inner })
  await world.alert({ kind: 'promise', hours: 6, folderId: coast })
  await world.alert({ kind: 'query', query: 'tern', folderId: inner })
  await mergeFolders(database, reader, coast, sea)
  const alerts = await database.alert.findMany({ orderBy: { id: 'asc' } })
  expect(alerts.map(({ folderId }) => folderId)).toEqual([sea, there, sea, there])
  expect(await toldOf(sourceId, 'one')).toBe(true)
  expect(await toldOf(deep, 'two')).toBe(true)
})

test('where both folders have an alert one is left, with the channels and the hits of both', async () => {
  const { database, reader } = world
  const coast = await folder('Coast')
  const sea = await folder('Sea')
  const { sourceId } = await source('paper', coast)
  const ntfy = (topic: string) => world.channel({ kind: 'ntfy', name: topic, url: world.sink.origin, topic })
  const channels = [await ntfy('one'), await ntfy('two')] as const
  const kept = await world.alert({ kind: 'folder', folderId: sea }, [channels[0]])
  await world.alert({ kind: 'folder', folderId: coast }, [channels[1]])
  expect(await toldOf(sourceId, 'before')).toBe(true)
  await mergeFolders(database, reader, coast, sea)
  expect(await database.alert.findMany()).toMatchObject([{ id: kept, channelIds: channels }])
  expect(await database.alertHit.findMany()).toMatchObject([{ alertId: kept }])
  expect(await toldOf(sourceId, 'after')).toBe(true)
  expect(world.sink.at('/')).toHaveLength(3)
})

test('digests at the same hours become one that tells of all, feeds keep their addresses', async () => {
  const { database, reader, clock } = world
  const coast = await folder('Coast')
  const sea = await folder('Sea')
  const now = clock.now()
  const digest = (name: string, folderId: number, hour: number, at: number) => {
    const place = { kind: 'folder', folderId } as const
    return createDigest(database, reader, digestRequest.parse({ name, place, hour, zone: 'UTC' }), at)
  }
  await digest('Sea', sea, 7, now)
  await digest('Coast', coast, 7, now - 60_000)
  await digest('Evening', coast, 19, now)
  for (const folderId of [sea, coast]) {
    const place = { kind: 'folder', folderId } as const
    const feed = { name: 'Feed', place, text: 'full', mostEntries: 50 } as const
    await createOutputFeed(database, reader, feed, now)
  }
  await mergeFolders(database, reader, coast, sea)
  expect(await database.digest.findMany({ orderBy: { id: 'asc' } })).toMatchObject([
    { name: 'Sea', folderId: sea, coveredAt: new Date(now - 60_000) },
    { name: 'Evening', folderId: sea },
  ])
  expect(await database.outputFeed.findMany()).toMatchObject([{ folderId: sea }, { folderId: sea }])
})

test('what is deleted names the alerts that were about it', async () => {
  const { database, reader } = world
  const gone = await folder('Gone')
  const word = await label('Word', [])
  await world.alert({ kind: 'folder', folderId: gone })
  await world.alert(ask('label:word'))
  expect(await deleteFolder(database, reader, gone)).toEqual({ views: [], alerts: ['An alert'] })
  expect(await deleteLabel(database, reader, word)).toEqual({ views: [], alerts: ['An alert'] })
})

test('what an alert asks for is written down when it changed, and costs no lock when it did not', async () => {
  const { database, reader } = world
  const coast = await folder('Coast')
  const one = await source('paper', coast)
  await world.alert(ask('in:Coast tern'))
  const refresh = () => refreshSourcesOf(database, reader, world.clock.now())
  const written = async () =>
    (await database.alertSource.findMany({ orderBy: { sourceId: 'asc' } })).map(({ sourceId }) => sourceId)
  // PostgreSQL keeps in a row who locked it last.
  const locker = () => database.$queryRaw<{ xmax: string }[]>`SELECT "xmax"::text FROM "alert"`
  await refresh()
  const before = await locker()
  await refresh()
  expect([await locker(), await written()]).toEqual([before, [one.sourceId]])
  const other = await source('magazine', coast)
  await refresh()
  expect(await written()).toEqual([one.sourceId, other.sourceId])
  await changeSubscriptions(database, reader, [one.subscriptionId, other.subscriptionId], { folderId: null })
  await refresh()
  expect(await written()).toEqual([])
})
