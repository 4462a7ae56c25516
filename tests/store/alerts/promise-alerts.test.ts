import { afterEach, beforeEach, expect, test } from 'vitest'
import { listHits } from '#lib/store/alerts/alert-hits.ts'
import { createChannel } from '#lib/store/alerts/alert-channels.ts'
import { createAlert } from '#lib/store/alerts/alerts.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { tellBrokenPromises } from '#lib/store/alerts/promise-alerts.ts'
import { openTestDatabase } from '#tests/support/servers/file-database.ts'
import { addReader, addSubscription } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const hourMs = 3_600_000
let database: Database
let stop: () => Promise<void>
beforeEach(async () => {
  ;({ database, stop } = await openTestDatabase())
})
afterEach(() => stop())

async function breakPromise(sourceId: number, since: number, cause: string | null): Promise<void> {
  const state = { state: 'broken', stateSince: new Date(since), promiseMs: 600_000n, cause }
  const countedAt = new Date(since)
  await database.sourceFreshness.upsert({
    where: { sourceId },
    create: { sourceId, countedAt, ...state, dailyMedianMs: [] },
    update: state,
  })
}

test('a promise that is broken for so many hours is told once, with the cause, and again when it breaks anew', async () => {
  const reader = await addReader(database, 'ada')
  const { sourceId } = await addSubscription(database, reader, 'paper', { folderName: 'News' })
  const { sourceId: other } = await addSubscription(database, reader, 'other')
  const folder = await database.folder.findFirstOrThrow()
  const about = { kind: 'promise', hours: 6, folderId: folder.id } as const
  await createAlert(database, reader, { name: 'Late', about, channelIds: [], isOn: true }, referenceAt)
  await breakPromise(sourceId, referenceAt, 'host')
  await breakPromise(other, referenceAt, 'host')
  expect(await tellBrokenPromises(database, referenceAt + 6 * hourMs - 1)).toBe(0)
  expect(await tellBrokenPromises(database, referenceAt + 6 * hourMs)).toBe(1)
  expect(await tellBrokenPromises(database, referenceAt + 7 * hourMs)).toBe(0)
  const { hits } = await listHits(database, reader, undefined)
  expect(hits).toMatchObject([
    { kind: 'promise', source: { id: sourceId }, promise: { cause: 'host', promiseMs: 600_000 } },
  ])
  await breakPromise(sourceId, referenceAt + 20 * hourMs, 'outage')
  expect(await tellBrokenPromises(database, referenceAt + 27 * hourMs)).toBe(1)
  expect(await database.alertSource.count()).toBe(0) // it asks for no polls
})

test('each of several alerts tells of a broken promise by its own channels, after its own hours, once each time', async () => {
  const reader = await addReader(database, 'ada')
  const { sourceId } = await addSubscription(database, reader, 'paper')
  const channel = async (name: string) => {
    const made = await createChannel(database, reader, {
      kind: 'ntfy',
      name,
      url: 'http://ntfy.example',
      topic: name,
    })
    if (typeof made === 'string') throw new Error(made)
    return made.id
  }
  const soon = await channel('soon')
  const late = await channel('late')
  const promise = (hours: number, channelIds: number[]) => {
    const about = { kind: 'promise', hours, sourceId } as const
    return createAlert(database, reader, { name: 'Late', about, channelIds, isOn: true }, referenceAt)
  }
  await promise(2, [soon])
  await promise(6, [soon, late])
  const tell = async (at: number) => {
    await tellBrokenPromises(database, at)
    await tellBrokenPromises(database, at + 60_000)
    const told = await database.alertDeliveryItem.findMany({ orderBy: { deliveryId: 'asc' } })
    return told.map(({ channelId }) => channelId)
  }
  await breakPromise(sourceId, referenceAt, 'host')
  expect(await tell(referenceAt + 2 * hourMs)).toEqual([soon])
  expect(await tell(referenceAt + 6 * hourMs)).toEqual([soon, late])
  const keptSince = new Date(referenceAt + 10 * hourMs)
  await database.sourceFreshness.updateMany({ data: { state: 'kept', stateSince: keptSince, cause: null } })
  expect(await tell(referenceAt + 17 * hourMs)).toHaveLength(2)
  await breakPromise(sourceId, referenceAt + 20 * hourMs, 'host')
  expect(await tell(referenceAt + 22 * hourMs)).toEqual([soon, late, soon])
  expect(await tell(referenceAt + 26 * hourMs)).toEqual([soon, late, soon, late])
  expect(await database.alertHit.count()).toBe(2)
})
