import { expect, test } from 'vitest'
import { roundTasks } from '#lib/aggregator/run-once.ts'
import { createChannel } from '#lib/store/alerts/alert-channels.ts'
import { createPushBrowser } from '#tests/support/servers/alert-sinks.ts'
import { polledWorldOfEachTest } from '#tests/support/world/polled-world.ts'
import { addReader } from '#tests/support/world/reading.ts'

const dayMs = 86_400_000
const world = polledWorldOfEachTest()

test('a session whose time is over goes though its browser never comes back, and what was to be told there ends', async () => {
  const { database } = world
  const userId = await addReader(database, 'guest')
  for (const [id, days] of [
    ['over', -1],
    ['lasts', 1],
  ] as const)
    await database.session.create({
      data: { id, token: `token ${id}`, userId, expiresAt: new Date(Date.now() + days * dayMs) },
    })
  const { keys } = createPushBrowser('https://push.example/1')
  const push = { kind: 'web-push', name: 'browser', keys } as const
  for (const sessionId of ['over', 'lasts'])
    await createChannel(
      database,
      userId,
      { ...push, endpoint: `https://push.example/${sessionId}` },
      sessionId,
    )
  await roundTasks(world.context())['ended-sessions'].run()
  expect(await database.session.findMany({ select: { id: true } })).toEqual([{ id: 'lasts' }])
  const channels = await database.alertChannel.findMany({ orderBy: { id: 'asc' } })
  expect(channels.map(({ sessionId, endedAt }) => [sessionId, endedAt !== null])).toEqual([
    ['over', true],
    ['lasts', false],
  ])
})
