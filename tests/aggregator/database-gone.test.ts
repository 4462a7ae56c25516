import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startAggregator } from '#lib/aggregator/main.ts'
import { systemClock } from '#lib/clock.ts'
import { openDatabase } from '#lib/store/database.ts'
import { verifyDatabase } from '#lib/store/verify.ts'
import { openDatabaseGate } from '../support/database-gate.ts'
import { slow } from '../support/feed-answers.ts'
import { rss } from '../support/feed-documents.ts'
import { createPolledWorld, type PolledWorld } from '../support/polled-world.ts'
import { replayContext } from '../support/replay.ts'

const goneMs = 4_000

let world: PolledWorld
beforeEach(async () => {
  world = await createPolledWorld()
})
afterEach(() => world.close())

const posted = (...titles: string[]) =>
  rss({ postings: titles.map((title, n) => ({ title, guid: title, publishedAt: Date.now() - 60_000 - n })) })

test('an aggregator waits for a database that is gone, works little meanwhile, and stores what comes afterwards', async () => {
  world.server.route('/feed', posted('a'))
  const gate = await openDatabaseGate(world.databaseUrl)
  const database = openDatabase(gate.url)
  const stop = await startAggregator(replayContext(database, systemClock), gate.url)
  const id = await world.addSource('/feed')
  // Somebody waits for it: a planning, as there is one after the first poll, would put it off.
  const makeDue = () =>
    world.database.source.update({ where: { id }, data: { nextPollAt: new Date(), isAwaited: true } })
  await until(async () => (await world.titles()).length === 1)

  // A poll is under way when the database goes: it cannot be stored, and is made again.
  world.server.route('/feed', slow(500, ''))
  const asked = world.server.requests.length
  await makeDue()
  await until(() => Promise.resolve(world.server.requests.length > asked))
  await gate.shut()
  world.server.route('/feed', posted('a', 'b'))
  const before = process.cpuUsage()
  await sleep(goneMs) // as long as it lasts
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(goneMs / 2)
  await gate.open()
  await makeDue()
  await until(async () => (await world.titles()).length === 2)
  await stop()
  await database.$disconnect()
  await gate.shut()
  expect(await world.database.source.count({ where: { leaseOwner: { not: null } } })).toBe(0)
  const verified = await verifyDatabase(world.database, { now: Date.now(), speed: 1 })
  expect(verified.filter(({ broken }) => broken > 0)).toEqual([])
})

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20)
}
