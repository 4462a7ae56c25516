import { expect } from 'vitest'
import type { Database } from '#lib/store/connection/database.ts'

/** Ends the time of all one-time secrets, which the server made for so many seconds. */
export async function outlive(database: Database, seconds: number): Promise<void> {
  const secrets = await database.oneTimeSecret.findMany()
  // The time between making one and storing it is not counted.
  const left = secrets.map(({ createdAt, expiresAt }) => (expiresAt.getTime() - createdAt.getTime()) / 1000)
  expect(left).not.toEqual([])
  expect(Math.max(...left)).toBeLessThanOrEqual(seconds + 1)
  expect(Math.min(...left)).toBeGreaterThan(seconds - 60)
  await database.oneTimeSecret.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } })
}
