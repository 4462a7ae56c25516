import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAlert } from '#lib/store/alerts/alerts.ts'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import { enqueueAlerts, alertedPosting } from '#lib/store/alerts/enqueue-alerts.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/database.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

let own: TestDatabase
let database: Database
beforeAll(async () => {
  own = await createTestDatabase()
  database = openDatabase(own.url)
})
afterAll(async () => {
  await database.$disconnect()
  await own.drop()
})

test('an alert that is deleted after it was looked for keeps no other from being told', async () => {
  const subscriberId = await addReader(database, 'reader')
  const { sourceId } = await addSubscription(database, subscriberId, 'source')
  const about = { kind: 'source', sourceId } as const
  const alert = await createAlert(
    database,
    subscriberId,
    { name: 'one', about, channelIds: [], isOn: true },
    referenceAt,
  )
  if (typeof alert === 'string') throw new Error(alert)
  const postings = await addPostings(database, sourceId, [{}, {}])
  const hits = postings.map((postingId, index) => ({
    subscriberId,
    key: alertedPosting(postingId),
    kind: 'posting' as const,
    postingId,
    sourceId,
    alertId: index === 0 ? alert.id + 1 : alert.id,
    ruleId: null,
    foundAt: referenceAt,
    channelIds: [],
  }))
  expect(await database.$transaction((one) => enqueueAlerts(one, hits, referenceAt))).toBe(1)
  const stored = await database.alertHit.findMany({ select: { alertId: true, postingId: true } })
  expect(stored).toEqual([{ alertId: alert.id, postingId: postings[1] }])
})
