import { afterEach, expect, test } from 'vitest'
import type { Database } from '#lib/store/connection/database.ts'
import { rss, rssDocument } from '#tests/support/servers/feed-documents.ts'
import { createPolledWorld, postingAfter } from '#tests/support/world/polled-world.ts'
import { createPushedWorld, postingOf } from '#tests/support/world/pushed-world.ts'

/** Longer than the lease of a poll. */
const soonMs = 61_000

/** PostgreSQL's Appendix A: what says nothing of what was to be stored. */
const undoing = [
  ['a deadlock', '40P01'],
  ['a serialization failure', '40001'],
  ['too many connections', '53300'],
  ['a lock that is not to be had in time', '55P03'],
  ['a full disk', '53100'],
  ['a database that stops', '57P01'],
] as const

/** As long as it lasts, or so many times, no posting can be stored, for this reason. */
async function undo(database: Database, code: string, times = 1_000): Promise<() => Promise<unknown>> {
  await database.$executeRaw`DROP SEQUENCE IF EXISTS "undoings"`
  await database.$executeRaw`CREATE SEQUENCE "undoings"` // goes on when a transaction is undone
  await database.$executeRawUnsafe(`CREATE OR REPLACE FUNCTION undo() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN
      IF nextval('undoings') <= ${times} THEN RAISE EXCEPTION 'undone' USING ERRCODE = '${code}'; END IF;
      RETURN NEW;
    END $$`)
  await database.$executeRaw`CREATE TRIGGER "undone" BEFORE INSERT ON "posting" FOR EACH ROW EXECUTE FUNCTION undo()`
  return () => database.$executeRaw`DROP TRIGGER "undone" ON "posting"`
}

let close: () => Promise<void>
afterEach(() => close())

test.each(undoing)(
  'a poll that %s undid is made again when its lease ends, no failure of the source',
  async (_, code) => {
    const world = await createPolledWorld()
    close = world.close
    world.server.route('/feed', rss({ postings: [postingAfter('a', -soonMs)] }))
    await world.addSource('/feed')
    const end = await undo(world.database, code)
    await world.pass()
    expect(await world.database.poll.count()).toBe(0)
    await end()
    await world.clock.advance(soonMs)
    await world.pass()
    expect(await world.titles()).toEqual(['a'])
    const polls = await world.database.poll.findMany({ select: { outcome: true, consecutiveFailures: true } })
    expect(polls).toEqual([{ outcome: 'fetched', consecutiveFailures: 0 }])
  },
)

test('a poll that a deadlock undid once is stored at once, with what its host asked for', async () => {
  const world = await createPolledWorld()
  close = world.close
  world.server.route('/feed', rss({ postings: [postingAfter('a', -soonMs)] }))
  await world.addSource('/feed')
  const end = await undo(world.database, '40P01', 1)
  await world.pass()
  await end()
  expect(await world.titles()).toEqual(['a'])
  expect(world.server.requests).toHaveLength(1)
})

test.each(undoing)('a delivery that %s undid waits, however long it takes', async (_, code) => {
  const world = await createPushedWorld()
  close = world.close
  await world.subscribe()
  await world.hub.deliver(world.topic, rssDocument('A feed', [postingOf('pushed', world.clock.now())]))
  const end = await undo(world.database, code)
  for (let second = 0; second < 5; second++) await world.storeDeliveries()
  expect(await world.database.pushDelivery.findMany({ select: { failures: true } })).toEqual([
    { failures: 0 },
  ])
  await end()
  await world.storeDeliveries()
  expect(await world.titles()).toEqual(['first', 'pushed'])
})
