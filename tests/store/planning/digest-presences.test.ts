import { beforeEach, expect, test } from 'vitest'
import { digestRequest } from '#lib/api/outputs/digests.ts'
import type { FeedPlace } from '#lib/api/outputs/feed-place.ts'
import { config } from '#lib/runtime/config.ts'
import { nextPoll } from '#lib/policy/price/next-poll.ts'
import { planPriced } from '#lib/policy/price/plan.ts'
import { changeAlert, createAlert } from '#lib/store/alerts/alerts.ts'
import { presenceAtDigest } from '#lib/store/planning/digest-presences.ts'
import { createDigest } from '#lib/store/digests/digests.ts'
import { readSourcePresences } from '#lib/store/planning/source-presences.ts'
import { knownSource, populationAt } from '#tests/policy/price/builders.ts'
import { addReader, addSubscription } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { fileDatabase } from '#tests/support/servers/file-database.ts'

const { database } = await fileDatabase()

beforeEach(() => sendsMail(true))

function sendsMail(isSent: boolean): void {
  const mail = isSent ? { smtpUrl: 'smtp://mail.example.org', from: 'News <news@example.org>' } : null
  Object.assign(config(), { mail })
}

async function addDigest(subscriberId: string, place: FeedPlace, more: object = {}): Promise<void> {
  const zone = 'Europe/Berlin'
  const request = digestRequest.parse({ name: 'Morning', place, hour: 7, zone, ...more })
  expect(typeof (await createDigest(database, subscriberId, request, referenceAt))).toBe('object')
}

test('a digest’s sources are polled two minutes before it is made', () => {
  const presence = presenceAtDigest({ rhythm: 'daily', weekday: 0, hour: 7, zone: 'UTC' }, referenceAt)
  const { at } = nextPoll({
    memory: knownSource(1),
    population: populationAt(0.3),
    price: 0.3,
    presence,
    polledAt: referenceAt,
    now: referenceAt,
    windowSize: null,
    minIntervalMs: 60_000,
    maxStalenessMs: 7 * 86_400_000,
  })
  expect(new Date(at).toISOString().slice(11, 16)).toBe('06:58')
})

/** The value of each hour of Monday, to a hundredth. */
async function mondayOf(sourceId: number): Promise<number[] | null> {
  const presence = (await readSourcePresences(database, referenceAt)).get(sourceId)
  return presence === undefined
    ? null
    : [...presence.slice(0, 24)].map((byte) => Math.round((100 * byte) / 255))
}

/** A reader who is there at midnight from Sunday to Monday, UTC, and else only for digests. */
async function addReaderWithHours(name: string): Promise<string> {
  const subscriberId = await addReader(database, name)
  await database.readingHours.create({ data: { subscriberId, kind: 'given', given: [167] } })
  return subscriberId
}

test('the hour of a digest counts in full for its sources; other hours and sources stay as they are', async () => {
  const id = await addReaderWithHours('one')
  const inFolder = await addSubscription(database, id, 'in-folder', { folderName: 'Papers' })
  const elsewhere = await addSubscription(database, id, 'elsewhere')
  const { id: folderId } = await database.folder.findFirstOrThrow({ where: { subscriberId: id } })
  const without = await mondayOf(elsewhere.sourceId)
  await addDigest(id, { kind: 'folder', folderId })
  expect(await mondayOf(inFolder.sourceId)).toEqual(without?.with(6, 100)) // 07:00 to 08:00 in Berlin
  expect(await mondayOf(elsewhere.sourceId)).toEqual(without)
})

test('a digest of a label, of a view and of everything is of their sources; one that is off of none', async () => {
  const id = await addReaderWithHours('two')
  const labelled = await addSubscription(database, id, 'labelled')
  const named = await addSubscription(database, id, 'named')
  const label = await database.label.create({ data: { subscriberId: id, name: 'Good' } })
  await database.subscriptionLabel.create({
    data: { labelId: label.id, subscriptionId: labelled.subscriptionId },
  })
  const view = await database.view.create({ data: { subscriberId: id, name: 'V', query: 'from:named' } })
  await addDigest(id, { kind: 'label', labelId: label.id })
  expect((await mondayOf(labelled.sourceId))?.[6]).toBe(100)
  expect((await mondayOf(named.sourceId))?.[6]).toBe(20)
  await addDigest(id, { kind: 'view', viewId: view.id }, { rhythm: 'weekly', weekday: 0, hour: 1 })
  expect((await mondayOf(named.sourceId))?.[0]).toBe(100) // 01:00 in Berlin
  expect((await mondayOf(labelled.sourceId))?.[6]).toBe(100)
  await database.digest.updateMany({ where: { subscriberId: id }, data: { isOn: false } })
  expect((await mondayOf(named.sourceId))?.[0]).toBe(20)
  await addDigest(id, { kind: 'all' })
  expect((await mondayOf(named.sourceId))?.[6]).toBe(100)
})

test('20 digests of one of three readers slow nothing, raise their share alone, and nothing without mail', async () => {
  const id = await addReaderWithHours('three')
  const { sourceId } = await addSubscription(database, id, 'shared')
  const second = await addReaderWithHours('second')
  const third = await addReader(database, 'third')
  for (const subscriberId of [second, third])
    await database.subscription.create({ data: { sourceId, subscriberId } })
  const read = async () => (await readSourcePresences(database, referenceAt, [sourceId])).get(sourceId)
  const before = await read()
  for (let number = 0; number < 20; number++) await addDigest(id, { kind: 'all' }, { hour: 3 + (number % 4) })
  const after = await read()
  const raised = [1, 2, 3, 4, 5].filter((hour) => after?.[hour] !== before?.[hour])
  expect(raised).toEqual([2, 3, 4, 5])
  expect(after?.[5]).toBe(Math.round((255 + 51 + 255) / 3))
  expect(after?.filter((byte, hour) => byte < (before?.[hour] ?? 0))).toHaveLength(0)
  const planned = (presence: Uint8Array | undefined) =>
    planPriced(
      { sourceId, weight: 3, windowSize: null, polledAt: referenceAt, memory: knownSource(4), presence },
      { minIntervalMs: 60_000 },
      populationAt(0.3),
      referenceAt,
    )
  expect(planned(after).pollsPerDay).toBeGreaterThan(planned(before).pollsPerDay)
  expect(planned(after).predictedDelayMs).toBeLessThan(planned(before).predictedDelayMs)
  sendsMail(false)
  expect(await read()).toEqual(before)
})

test('who is told at once of what a source posts counts as always there, as long as the alert is on', async () => {
  const id = await addReaderWithHours('alerted')
  const { sourceId } = await addSubscription(database, id, 'alerted')
  const isThere = async () => (await readSourcePresences(database, referenceAt, [sourceId])).has(sourceId)
  expect(await isThere()).toBe(true)
  const about = { kind: 'source', sourceId } as const
  const made = await createAlert(
    database,
    id,
    { name: 'All', about, channelIds: [], isOn: true },
    referenceAt,
  )
  expect(await isThere()).toBe(false) // every hour counts in full
  if (typeof made === 'string') throw new Error(made)
  await changeAlert(database, id, made.id, { isOn: false }, referenceAt)
  expect(await isThere()).toBe(true)
})
