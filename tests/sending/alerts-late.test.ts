import { expect, test } from 'vitest'
import { alertWorldOfEachTest } from '#tests/support/world/alert-world.ts'
import { addSubscription } from '#tests/support/world/reading.ts'

const world = alertWorldOfEachTest()

function webhook() {
  const request = { name: 'Hook', url: `${world.sink.origin}/hook`, secret: 'a secret of sixteen or more' }
  return world.channel({ kind: 'webhook', ...request })
}

function titlesOf(): (string | undefined)[][] {
  return world.sink.at('/hook').map(({ body }) => {
    const { items } = JSON.parse(body.toString()) as { items: { posting: { title: string } | null }[] }
    return items.map(({ posting }) => posting?.title)
  })
}

test('what waits a day for another try is no reason to keep back what comes meanwhile', async () => {
  const { database, reader, clock } = world
  const { sourceId } = await addSubscription(database, reader, 'paper')
  await database.alertSettings.create({ data: { subscriberId: reader, mostPerHour: 1 } })
  await world.alert({ kind: 'source', sourceId }, [await webhook()])
  world.sink.answer('/hook', { status: 503, headers: { 'retry-after': '86400' } })
  await world.post(sourceId, { title: 'During the outage' })
  await world.tell()
  expect((await world.deliveries())[0]?.dueAt.getTime()).toBe(clock.now() + 86_400_000)
  await clock.advance(2 * 3_600_000)
  world.sink.answer('/hook', { status: 201 })
  await world.post(sourceId, { title: 'After it' })
  await world.tell()
  expect(titlesOf()).toEqual([['During the outage'], ['After it']])
})

test('what was found while nothing was searchable is told at once when it is, once and together', async () => {
  const { database, reader, clock } = world
  const { sourceId } = await addSubscription(database, reader, 'paper')
  await database.alertSettings.create({ data: { subscriberId: reader, mostPerHour: 2 } })
  await world.alert({ kind: 'source', sourceId }, [await webhook()])
  for (const title of ['a', 'b', 'c', 'd', 'e']) await world.post(sourceId, { title })
  await clock.advance(5 * 3_600_000)
  await world.tell()
  await world.tell()
  expect(titlesOf().toSorted()).toEqual([['a'], ['b'], ['c', 'd', 'e']])
  await world.post(sourceId, { title: 'f' }) // so many came in this hour
  await world.tell()
  expect(titlesOf()).toHaveLength(3)
  await world.post(sourceId, { title: 'g' })
  await clock.advance(30 * 60_000)
  await world.tell()
  expect(titlesOf().slice(3)).toEqual([['f', 'g']])
})
