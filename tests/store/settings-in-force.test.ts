import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PolicySettings } from '#lib/policy/types.ts'
import type { Database } from '#lib/store/database.ts'
import { readSettingsBetween } from '#lib/store/planning-runs.ts'
import { addSubscriber, startServerDatabase } from '#tests/support/accounts.ts'
import { addPlannedSources } from '#tests/support/planned-sources.ts'

const dayMs = 86_400_000
const day = Date.UTC(2026, 0, 29)
let database: Database
let stop: () => Promise<void>

beforeAll(async () => {
  ;({ database, stop } = await startServerDatabase())
  const ada = await addSubscriber(database, { name: 'ada' })
  const source = { name: 'calm', postingsPerDay: 1, subscriberIds: [ada.id] }
  await addPlannedSources(database, [source], day - 10 * dayMs)
})
afterAll(() => stop())

/** Stores a planning as the last one, with other settings. */
async function storeRun(at: number, other: Partial<PolicySettings>): Promise<number> {
  const { run, ...row } = await database.planningRun.findFirstOrThrow({ orderBy: { id: 'asc' } })
  const settings = (run as { settings: object }).settings
  const { id } = await database.planningRun.create({
    data: {
      ...{ madeAt: new Date(at), policyVersion: row.policyVersion, sources: 0, grantedPerDay: 0 },
      run: { ...(run as object), settings: { ...settings, ...other } },
    },
    select: { id: true },
  })
  return id
}

test('what was in force on a day is what its plannings say, by how long each was in force', async () => {
  const made = [
    await storeRun(day - 3_600_000, { budgetPerDay: 100, policy: 'uniform' }),
    await storeRun(day + dayMs / 4, { budgetPerDay: 200, policy: 'price' }),
    await storeRun(day + dayMs / 2, { budgetPerDay: 200, policy: 'minimum-delay' }),
    await storeRun(day + (3 * dayMs) / 4, { budgetPerDay: 200, policy: 'price' }),
  ]
  const whole = await readSettingsBetween(database, day, day + dayMs)
  expect(whole?.budgetPerDay).toBeCloseTo(175, 9)
  expect(whole?.policy).toBe('price')
  const third = await readSettingsBetween(database, day + dayMs / 2, day + (3 * dayMs) / 4)
  expect(third).toMatchObject({ budgetPerDay: 200, policy: 'minimum-delay' })
  expect(await readSettingsBetween(database, 0, 1)).toBeNull()
  await database.planningRun.deleteMany({ where: { id: { in: made } } })
})

test('after the clock was set back each instant counts once, by the last planning made for it', async () => {
  const made = [
    await storeRun(day, { budgetPerDay: 100, policy: 'price' }),
    await storeRun(day + (5 * dayMs) / 6, { budgetPerDay: 7, policy: 'mavsync' }),
    await storeRun(day + dayMs / 4, { budgetPerDay: 200, policy: 'uniform' }),
  ]
  expect(await readSettingsBetween(database, day, day + dayMs)).toMatchObject({
    ...{ budgetPerDay: 175, policy: 'uniform' },
  })
  await database.planningRun.deleteMany({ where: { id: { in: made } } })
})
