import { expect, test } from 'vitest'
import { runChaos } from '../support/chaos-run.ts'

const forMs = 60_000
const seed = 20_261_123

test(`a minute of kill -9 of aggregators, database and its sessions loses nothing and tells nothing twice (seed ${seed})`, async () => {
  const { kills, published, stored, doubled, toTell, told, broken } = await runChaos(forMs, seed)
  expect(Object.values(kills).reduce((sum, count) => sum + count)).toBeGreaterThan(5)
  expect({ stored, doubled, broken }).toEqual({ stored: published, doubled: 0, broken: [] })
  expect(toTell).toBeGreaterThan(0)
  expect(told).toBe(toTell)
}, 300_000)
