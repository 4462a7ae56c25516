import { beforeAll, expect, test } from 'vitest'
import { buildWhenChanged } from '#lib/launch/build.ts'
import { runChaos } from '../support/chaos-run.ts'

const forMs = 60_000
const seed = 20_261_123

process.env['AUTH_SECRET'] ??= 'a secret of the tests, at least 32 characters' // before the configuration is read, for a build
beforeAll(() => buildWhenChanged(console.log, AbortSignal.timeout(280_000)))

test(`a minute of kill -9 of aggregators, web server, database and its sessions, and clocks set by an hour, loses nothing, tells nothing twice and breaks no word given to a reader (seed ${seed})`, async () => {
  const result = await runChaos(forMs, seed)
  const { kills, published, stored, doubled, toTell, told, broken } = result
  expect(kills.web).toBeGreaterThan(0)
  expect(kills.clock).toBeGreaterThan(0)
  expect(Object.values(kills).reduce((sum, count) => sum + count)).toBeGreaterThan(5)
  expect({ stored, doubled, broken }).toEqual({ stored: published, doubled: 0, broken: [] })
  expect(toTell).toBeGreaterThan(0)
  expect(result.news).toBeGreaterThan(0)
  expect(result.untoldNews).toBe(0)
  expect(told).toBe(toTell)
  const { issues, mailed, brokenDigests, leasesLeft } = result
  expect(issues).toBeGreaterThan(0)
  expect({ mailed, brokenDigests, leasesLeft }).toEqual({ mailed: issues, brokenDigests: [], leasesLeft: [] })
  const { acts, streams, brokenWords, untold, lastEnds, webExit, webOwnEnds } = result
  expect(acts.done).toBeGreaterThan(50) // after the kills, if need be
  expect(acts.refused).toBeGreaterThan(0)
  expect(acts.unanswered).toBeGreaterThan(0)
  expect(streams).toBeGreaterThan(lastEnds.length) // each was opened again
  expect({ brokenWords, untold, internal: acts.internal }).toEqual({
    brokenWords: [],
    untold: 0,
    internal: 0,
  })
  expect({ webExit, webOwnEnds, lastEnds }).toEqual({
    webExit: 0,
    webOwnEnds: 0,
    lastEnds: ['end', 'end', 'end'],
  })
}, 300_000)
