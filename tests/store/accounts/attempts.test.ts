import { afterAll, beforeAll, expect, test } from 'vitest'
import { pauseOfAttempt, removeOldAttempts } from '#lib/store/accounts/attempts.ts'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import { createTestDatabase } from '#tests/support/servers/database.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const limit = { max: 2, windowMs: 15 * minuteMs }

let database: Database
let drop: () => Promise<void>

beforeAll(async () => {
  const created = await createTestDatabase()
  ;[database, drop] = [openDatabase(created.url), created.drop]
})
afterAll(async () => {
  await database.$disconnect()
  await drop()
})

const attempt = (key: string, at: number) => pauseOfAttempt(database, key, limit, referenceAt + at)

test('who tried too often waits until the window ends', async () => {
  expect(await attempt('a', 0)).toBe(0)
  expect(await attempt('a', minuteMs)).toBe(0)
  expect(await attempt('a', 2 * minuteMs)).toBe(13 * minuteMs)
  expect(await attempt('a', 15 * minuteMs)).toBe(0)
})

test('a window that was begun by a clock that was ahead ends when that is set back; clocks that differ by seconds share one', async () => {
  for (const at of [hourMs, hourMs, hourMs]) await attempt('b', at)
  expect(await attempt('b', hourMs - 30_000)).toBe(limit.windowMs + 30_000)
  expect(await attempt('b', 0)).toBe(0)
  expect(await attempt('b', 0)).toBe(0)
  expect(await attempt('b', minuteMs)).toBe(14 * minuteMs)
})

test('counts that say nothing any more are removed, the longest window is kept', async () => {
  const now = Date.now()
  await pauseOfAttempt(database, 'old', limit, now - hourMs - minuteMs)
  await pauseOfAttempt(database, 'young', limit, now - hourMs + minuteMs)
  await removeOldAttempts(database)
  const left = await database.rateLimit.findMany({ where: { key: { in: ['old', 'young'] } } })
  expect(left.map(({ key }) => key)).toEqual(['young'])
})
