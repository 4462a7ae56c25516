import { expect, test } from 'vitest'
import { previewOverride } from '#lib/planning/preview-override.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { addSubscriber, startServerDatabase } from '#tests/support/world/accounts.ts'
import { addPlannedSources } from '#tests/support/world/planned-sources.ts'

const dayMs = 86_400_000

test('where the budget is too small for the greatest staleness, a preview does not say that it is kept', async () => {
  const { database, stop } = await startServerDatabase()
  const { id: subscriberId } = await addSubscriber(database, { name: 'ada' })
  const facts = Array.from({ length: 10 }, (_, n) => ({ name: `source ${n}`, postingsPerDay: 2 }))
  const sources = facts.map((each) => ({ ...each, subscriberIds: [subscriberId] }))
  await changeServerSettings(database, { budgetPerDay: 1, policy: 'price' })
  const [id = 0] = await addPlannedSources(database, sources, Date.now())
  const override = { isPaused: false, fixedIntervalMs: null, greatestDelayMs: 2 * dayMs, keepDays: null }
  const { polling } = (await previewOverride(database, id, override, Date.now())) ?? {}
  await stop()
  expect(polling?.now.pollsPerDay).toBeCloseTo(1 / 10, 6)
  expect(polling?.then.pollsPerDay).toBeCloseTo(1 / 2, 6)
})
