import { expect, test } from 'vitest'
import { matchAlerts } from '#lib/sending/alerts.ts'
import { createAlert } from '#lib/store/alerts/alerts.ts'
import { listHits } from '#lib/store/alerts/alert-hits.ts'
import { alertWorldOfEachTest } from '#tests/support/world/alert-world.ts'
import { addReader, addSubscription } from '#tests/support/world/reading.ts'

const world = alertWorldOfEachTest()

test('whose alerts say more than one statement holds is told like anybody else, and nobody waits', async () => {
  const { database, reader, clock } = world
  const eager = await addReader(database, 'eager')
  for (const each of [eager, reader]) await addSubscription(database, each, 'paper')
  const about = { kind: 'query', query: 'news' } as const
  for (const each of [eager, reader])
    await createAlert(database, each, { name: 'News', about, channelIds: [], isOn: true }, clock.now())
  const alert = await database.alert.findFirstOrThrow({ where: { subscriberId: eager }, omit: { id: true } })
  const years = Array.from({ length: 59 }, (_year, at) => `on:${1900 + at}`).join(' OR ')
  // More values than the 32,767 of one statement.
  const data = Array.from({ length: 600 }, () => ({ ...alert, query: years }))
  await database.alert.createMany({ data })
  const { id: sourceId } = await database.source.findFirstOrThrow({ select: { id: true } })
  await world.post(sourceId, { title: 'news one' })
  await matchAlerts(world.context)
  for (const each of [reader, eager])
    expect((await listHits(database, each, undefined)).hits.map(({ posting }) => posting?.title)).toEqual([
      'news one',
    ])
}, 60_000)
