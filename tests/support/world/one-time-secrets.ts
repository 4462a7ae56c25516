import { expect } from 'vitest'
import type { Database } from '#lib/store/connection/database.ts'

/** Ends the time of all one-time secrets, which the server made just now for so many seconds. */
export async function outlive(database: Database, seconds: number): Promise<void> {
  const secrets = await database.oneTimeSecret.findMany()
  const left = secrets.map(({ expiresAt }) => (expiresAt.getTime() - Date.now()) / 1000)
  expect(left).not.toEqual([])
  expect(Math.max(...left)).toBeLessThanOrEqual(seconds)
  expect(Math.min(...left)).toBeGreaterThan(seconds - 60) // a test has a minute
  await database.oneTimeSecret.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } })
}
