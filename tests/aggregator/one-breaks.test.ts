import { afterEach, expect, test } from 'vitest'
import { createPauses } from '#lib/polling/pauses.ts'
import { matchAlerts } from '#lib/sending/alerts.ts'
import { listHits } from '#lib/store/alerts/alert-hits.ts'
import { createAlert } from '#lib/store/alerts/alerts.ts'
import { polledWorldOfEachTest } from '#tests/support/world/polled-world.ts'
import { addReader, addSubscription } from '#tests/support/world/reading.ts'
import { addSearched, indexAll } from '#tests/support/world/searching.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const world = polledWorldOfEachTest()
let undo: (() => Promise<unknown>) | null = null
/** Before the next test gets the database. */
afterEach(async () => {
  await undo?.()
  undo = null
})

/** Two readers of one source, the first of whom has something that breaks. */
async function twoReaders() {
  const broken = await addReader(world.database, 'broken')
  const sound = await addReader(world.database, 'sound')
  for (const each of [broken, sound])
    await addSubscription(world.database, each, 'paper', { folderName: 'News' })
  const { id: sourceId } = await world.database.source.findFirstOrThrow({ select: { id: true } })
  return { broken, sound, sourceId, both: [broken, sound] }
}

/** Until the test ends what looks at the star of the first reader fails. */
async function breakStates(subscriberId: string, postingId: bigint, sourceId: number): Promise<void> {
  const { database } = world
  await database.postingState.create({
    data: { subscriberId, postingId, sourceId, starredAt: new Date(referenceAt) },
  })
  await database.$executeRaw`ALTER TABLE "posting_state" RENAME TO "state_kept"`
  await database.$executeRaw`CREATE FUNCTION is_sound(text) RETURNS bool LANGUAGE plpgsql AS $$
    BEGIN
      IF $1 = 'reader-broken' THEN RAISE 'bad data'; END IF;
      RETURN true;
    END $$`
  await database.$executeRaw`CREATE VIEW "posting_state" AS SELECT * FROM "state_kept" WHERE is_sound("subscriberId")`
  undo = async () => {
    await database.$executeRaw`DROP FUNCTION is_sound CASCADE`
    await database.$executeRaw`ALTER TABLE "state_kept" RENAME TO "posting_state"`
  }
}

test('a search of alerts that fails keeps nobody else from being told', async () => {
  const { database, clock } = world
  const { broken, sound, sourceId, both } = await twoReaders()
  for (const each of both) {
    const about = { kind: 'query', query: each === broken ? 'is:starred OR news' : 'news' } as const
    await createAlert(database, each, { name: 'News', about, channelIds: [], isOn: true }, clock.now())
  }
  const begin = { id: 1, fromId: 0n, throughId: 0n } // emptied with all else
  await database.searchProgress.upsert({ where: { id: 1 }, create: begin, update: begin })
  const id = await addSearched(database, sourceId, { title: 'news' })
  await indexAll(database)
  await breakStates(broken, id, sourceId)
  const pauses = createPauses()
  await matchAlerts({ database, clock }, undefined, pauses)
  const hits = async (reader: string) => (await listHits(database, reader, undefined)).hits.length
  expect([await hits(broken), await hits(sound)]).toEqual([0, 1])
  expect([pauses.isResting(broken), pauses.isResting(sound)]).toEqual([true, false])
})
