import { expect, test } from 'vitest'
import { matchAlerts } from '#lib/aggregator/alerts.ts'
import { createPauses } from '#lib/aggregator/pauses.ts'
import { createAlert } from '#lib/store/alerts.ts'
import { listHits } from '#lib/store/alert-hits.ts'
import { alertWorldOfEachTest } from '../support/alert-world.ts'
import { addReader, addSubscription } from '../support/reading.ts'

const world = alertWorldOfEachTest()

const titlesOf = async (reader: string) =>
  (await listHits(world.database, reader, undefined)).hits.map(({ posting }) => posting?.title).toReversed()

test('who asks for what takes too long is not told of it, and nobody else waits', async () => {
  const { database, reader, clock } = world
  const slow = await addReader(database, 'slow')
  for (const each of [slow, reader]) {
    const about = { kind: 'query', query: each === slow ? 'is:starred OR news' : 'news' } as const
    await addSubscription(database, each, 'paper')
    await createAlert(database, each, { name: 'News', about, channelIds: [], isOn: true }, clock.now())
  }
  const { id: sourceId } = await database.source.findFirstOrThrow({ select: { id: true } })
  // What looks at states sleeps.
  await database.$executeRaw`ALTER TABLE "posting_state" RENAME TO "state_kept"`
  await database.$executeRaw`CREATE FUNCTION slowly(text) RETURNS bool LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_sleep(CASE WHEN $1 LIKE '%slow%' THEN 60 ELSE 0 END); RETURN true; END $$`
  await database.$executeRaw`CREATE VIEW "posting_state" AS SELECT * FROM "state_kept" WHERE slowly("subscriberId")`
  const postSlowly = async (title: string) => {
    const id = await world.post(sourceId, { title })
    await database.$executeRaw`INSERT INTO "state_kept" ("subscriberId", "postingId", "sourceId", "updatedAt") VALUES (${slow}, ${id}, ${sourceId}, now())`
  }
  await postSlowly('news one')
  const pauses = createPauses()
  const begunAt = performance.now()
  await matchAlerts(world.context, undefined, pauses)
  expect(performance.now() - begunAt).toBeLessThan(20_000)
  expect(await titlesOf(reader)).toEqual(['news one'])
  expect(await titlesOf(slow)).toEqual([])
  expect(pauses.isResting(slow)).toBe(true)
  await postSlowly('news two')
  const againAt = performance.now()
  await matchAlerts(world.context, undefined, pauses)
  expect(performance.now() - againAt).toBeLessThan(4_000)
  expect(await titlesOf(reader)).toEqual(['news one', 'news two'])
}, 60_000)
