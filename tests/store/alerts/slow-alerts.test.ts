import { expect, test } from 'vitest'
import { matchAlerts } from '#lib/sending/alerts.ts'
import { createPauses } from '#lib/polling/pauses.ts'
import { createAlert } from '#lib/store/alerts/alerts.ts'
import { listHits } from '#lib/store/alerts/alert-hits.ts'
import { alertWorldOfEachTest } from '#tests/support/world/alert-world.ts'
import { addReader, addSubscription } from '#tests/support/world/reading.ts'

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
  // What looks at states of the slow one sleeps, longer than this test may take, and is counted: no rollback undoes that.
  await database.$executeRaw`ALTER TABLE "posting_state" RENAME TO "state_kept"`
  await database.$executeRaw`CREATE SEQUENCE "looked"`
  await database.$executeRaw`CREATE FUNCTION slowly(text) RETURNS bool LANGUAGE plpgsql AS $$
    BEGIN
      IF $1 LIKE '%slow%' THEN PERFORM nextval('looked'); PERFORM pg_sleep(600); END IF;
      RETURN true;
    END $$`
  await database.$executeRaw`CREATE VIEW "posting_state" AS SELECT * FROM "state_kept" WHERE slowly("subscriberId")`
  const postSlowly = async (title: string) => {
    const id = await world.post(sourceId, { title })
    await database.$executeRaw`INSERT INTO "state_kept" ("subscriberId", "postingId", "sourceId", "updatedAt") VALUES (${slow}, ${id}, ${sourceId}, now())`
  }
  const looks = async () => {
    const [row] = await database.$queryRaw<{ looks: number }[]>`
      SELECT CASE WHEN is_called THEN last_value ELSE 0 END::int AS "looks" FROM "looked"`
    return row?.looks
  }
  await postSlowly('news one')
  const pauses = createPauses()
  await matchAlerts(world.context, undefined, pauses)
  expect(await titlesOf(reader)).toEqual(['news one'])
  expect(await titlesOf(slow)).toEqual([])
  expect(pauses.isResting(slow)).toBe(true)
  const looked = await looks()
  expect(looked).toBeGreaterThan(0)
  for (let times = 0; times < 6; times += 1) pauses.failed(slow) // the pause outlasts a busy machine
  await postSlowly('news two')
  await matchAlerts(world.context, undefined, pauses)
  expect(await looks()).toBe(looked)
  expect(await titlesOf(reader)).toEqual(['news one', 'news two'])
}, 60_000)
