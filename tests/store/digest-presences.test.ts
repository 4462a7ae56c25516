import { afterAll, beforeAll, expect, test } from 'vitest'
import { digestRequest } from '#lib/api/digests.ts'
import type { FeedPlace } from '#lib/api/feed-place.ts'
import { nextPoll } from '#lib/policy/price/next-poll.ts'
import type { Database } from '#lib/store/database.ts'
import { presenceAtDigest } from '#lib/store/digest-presences.ts'
import { createDigest } from '#lib/store/digests.ts'
import { readSourcePresences } from '#lib/store/source-presences.ts'
import { knownSource, populationAt } from '../policy/price/builders.ts'
import { openTestDatabase } from '../support/file-database.ts'
import { addReader, addSubscription } from '../support/reading.ts'
import { referenceAt } from '../support/test-clock.ts'

let database: Database
let stop: () => Promise<void>

beforeAll(async () => {
  ;({ database, stop } = await openTestDatabase())
})
afterAll(() => stop())

async function addDigest(subscriberId: string, place: FeedPlace, more: object = {}): Promise<void> {
  const zone = 'Europe/Berlin'
  const request = digestRequest.parse({ name: 'Morning', place, hour: 7, zone, ...more })
  expect(typeof (await createDigest(database, subscriberId, request, referenceAt))).toBe('object')
}

test('a digest’s sources are polled two minutes before it is made', () => {
  const presence = presenceAtDigest({ rhythm: 'daily', weekday: 0, hour: 7, zone: 'UTC' }, referenceAt)
  const { at } = nextPoll({
    ...{ memory: knownSource(1), population: populationAt(0.3), price: 0.3, presence },
    ...{ polledAt: referenceAt, now: referenceAt, windowSize: null },
    ...{ minIntervalMs: 60_000, maxStalenessMs: 7 * 86_400_000 },
  })
  expect(new Date(at).toISOString().slice(11, 16)).toBe('06:58')
})

/** How much each hour of Monday counts, to a hundredth. */
async function mondayOf(sourceId: number): Promise<number[] | null> {
  const presence = (await readSourcePresences(database, referenceAt)).get(sourceId)
  return presence === undefined
    ? null
    : [...presence.slice(0, 24)].map((byte) => Math.round((100 * byte) / 255))
}

test('the hour that begins with a digest counts in full for its sources, the others less; other sources stay as they are', async () => {
  const id = await addReader(database, 'one')
  const inFolder = await addSubscription(database, id, 'in-folder', { folderName: 'Papers' })
  const elsewhere = await addSubscription(database, id, 'elsewhere')
  const { id: folderId } = await database.folder.findFirstOrThrow({ where: { subscriberId: id } })
  expect(await mondayOf(inFolder.sourceId)).toBeNull()
  await addDigest(id, { kind: 'folder', folderId })
  const hours = await mondayOf(inFolder.sourceId)
  expect(hours?.[6]).toBe(100) // 07:00 to 08:00 in Berlin
  expect(hours?.filter((share) => share === 60)).toHaveLength(23) // the reader is always there, the digest is not
  expect(await mondayOf(elsewhere.sourceId)).toBeNull()
})

test('a digest of a label, of a view and of everything is of their sources; one that is off of none', async () => {
  const id = await addReader(database, 'two')
  const labelled = await addSubscription(database, id, 'labelled')
  const named = await addSubscription(database, id, 'named')
  const label = await database.label.create({ data: { subscriberId: id, name: 'Good' } })
  await database.subscriptionLabel.create({
    data: { labelId: label.id, subscriptionId: labelled.subscriptionId },
  })
  const view = await database.view.create({ data: { subscriberId: id, name: 'V', query: 'from:named' } })
  await addDigest(id, { kind: 'label', labelId: label.id })
  expect((await mondayOf(labelled.sourceId))?.[6]).toBe(100)
  expect(await mondayOf(named.sourceId)).toBeNull()
  await addDigest(id, { kind: 'view', viewId: view.id }, { rhythm: 'weekly', weekday: 0, hour: 1 })
  expect((await mondayOf(named.sourceId))?.[0]).toBe(100) // 01:00 in Berlin
  expect((await mondayOf(labelled.sourceId))?.[6]).toBe(100)
  await database.digest.updateMany({ where: { subscriberId: id }, data: { isOn: false } })
  expect(await mondayOf(named.sourceId)).toBeNull()
  await addDigest(id, { kind: 'all' })
  expect((await mondayOf(named.sourceId))?.[6]).toBe(100)
})
