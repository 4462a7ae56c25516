import { expect, test } from 'vitest'
import { matchAlerts } from '#lib/sending/alerts.ts'
import { listHits } from '#lib/store/alerts/alert-hits.ts'
import { createAlert } from '#lib/store/alerts/alerts.ts'
import { runDueRules } from '#lib/store/rules/run-rules.ts'
import { countLockWaits } from '#tests/support/measure/lock-waits.ts'
import { alertWorldOfEachTest } from '#tests/support/world/alert-world.ts'
import { addReader, addSubscription } from '#tests/support/world/reading.ts'
import { addRule } from '#tests/support/world/ruling.ts'

const world = alertWorldOfEachTest()

const titlesOf = async (reader: string) =>
  (await listHits(world.database, reader, undefined)).hits.map(({ posting }) => posting?.title).toReversed()

test('whose rules take long holds up nobody’s alerts, not even their own', async () => {
  const { database, reader, clock } = world
  const slow = await addReader(database, 'slow')
  for (const each of [slow, reader]) {
    await addSubscription(database, each, 'paper')
    const about = { kind: 'query', query: 'news' } as const
    await createAlert(database, each, { name: 'News', about, channelIds: [], isOn: true }, clock.now())
  }
  const { id: sourceId } = await database.source.findFirstOrThrow({ select: { id: true } })
  await addRule(database, slow, { query: 'news', acts: { alert: true } })
  await addRule(database, slow, { query: 'is:unread news', acts: { star: true } })
  const id = await world.post(sourceId, { title: 'news' })
  // The second rule waits for a state that somebody has under way.
  await database.postingState.create({ data: { subscriberId: slow, postingId: id, sourceId } })
  const { running, told } = await database.$transaction(
    async (transaction) => {
      await transaction.$executeRaw`SELECT 1 FROM "posting_state" FOR UPDATE`
      const running = runDueRules(database, slow, { now: clock.now(), limit: 10 })
      await expect.poll(() => countLockWaits(world.database)).toBe(1)
      await matchAlerts(world.context)
      return { running: { rules: running }, told: [await titlesOf(reader), await titlesOf(slow)] }
    },
    { timeout: 30_000 },
  )
  expect(told).toEqual([['news'], ['news']])
  expect(await running.rules).toBe(1)
  expect(await titlesOf(slow)).toEqual(['news'])
  expect(await database.ruleHit.count()).toBe(1)
})
