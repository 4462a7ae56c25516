import { expect, test } from 'vitest'
import { migrationLockKey } from '#lib/launch/migrate/migrate.ts'
import { advisoryLocks } from '#lib/store/connection/advisory-locks.ts'

test('no two works shut each other out by the number of their lock', () => {
  const keys = [migrationLockKey, ...Object.values(advisoryLocks)]
  expect(new Set(keys).size).toBe(keys.length)
})
