import { afterEach, beforeEach, expect, test } from 'vitest'
import { listHits } from '#lib/store/alert-hits.ts'
import { createAlert } from '#lib/store/alerts.ts'
import type { Database } from '#lib/store/database.ts'
import { tellBrokenPromises } from '#lib/store/promise-alerts.ts'
import { openTestDatabase } from '../support/file-database.ts'
import { addReader, addSubscription } from '../support/reading.ts'
import { referenceAt } from '../support/test-clock.ts'

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
