import { afterAll, beforeAll, expect, test } from 'vitest'
import { digestRequest } from '#lib/api/digests.ts'
import type { FeedPlace } from '#lib/api/feed-place.ts'
import type { Database } from '#lib/store/database.ts'
import { createDigest } from '#lib/store/digests.ts'
import { readSourcePresences } from '#lib/store/source-presences.ts'
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

/** How much each hour of Monday counts, to a hundredth. */
async function mondayOf(sourceId: number): Promise<number[] | null> {
  const presence = (await readSourcePresences(database, referenceAt)).get(sourceId)
  return presence === undefined
    ? null
    : [...presence.slice(0, 24)].map((byte) => Math.round((100 * byte) / 255))
}

test('the hour before a digest counts in full for its sources, the others less; other sources stay as they are', async () => {
  const id = await addReader(database, 'one')
  const inFolder = await addSubscription(database, id, 'in-folder', { folderName: 'Papers' })
  const elsewhere = await addSubscription(database, id, 'elsewhere')
  const { id: folderId } = await database.folder.findFirstOrThrow({ where: { subscriberId: id } })
  expect(await mondayOf(inFolder.sourceId)).toBeNull()
  await addDigest(id, { kind: 'folder', folderId })
  const hours = await mondayOf(inFolder.sourceId)
  expect(hours?.[5]).toBe(100) // 06:00 to 07:00 in Berlin
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
  expect((await mondayOf(labelled.sourceId))?.[5]).toBe(100)
  expect(await mondayOf(named.sourceId)).toBeNull()
  await addDigest(id, { kind: 'view', viewId: view.id }, { rhythm: 'weekly', weekday: 0, hour: 1 })
  expect((await mondayOf(named.sourceId))?.[0]).toBe(60)
  expect((await mondayOf(labelled.sourceId))?.[5]).toBe(100)
  await database.digest.updateMany({ where: { subscriberId: id }, data: { isOn: false } })
  expect(await mondayOf(named.sourceId)).toBeNull()
  await addDigest(id, { kind: 'all' })
  expect((await mondayOf(named.sourceId))?.[5]).toBe(100)
})
