import { beforeAll, expect, test } from 'vitest'
import { buildWhenChanged } from '#lib/launch/build/build.ts'
import { runChaos } from '#tests/support/chaos/chaos-run.ts'
import { byTier, isNight } from '#tests/support/run/tier.ts'

const forMs = byTier({ night: 60_000, sample: 10_000 })
const hosts = byTier({ night: 20, sample: 6 })
const seed = 20_261_123

process.env['AUTH_SECRET'] ??= 'a secret of the tests, at least 32 characters' // before the configuration is read, for a build
beforeAll(() => buildWhenChanged(console.log, AbortSignal.timeout(280_000)))

test(`${forMs / 1000} s of kill -9 of aggregators, web server, database and its sessions, and clocks set by an hour, loses nothing, tells nothing twice and breaks no word given to a reader (seed ${seed})`, async () => {
  const result = await runChaos(forMs, seed, { hosts })
  const { kills, published, stored, doubled, toTell, told, broken } = result
  expect(Object.values(kills).reduce((sum, count) => sum + count)).toBeGreaterThan(
    byTier({ night: 5, sample: 1 }),
  )
  expect({ stored, doubled, broken }).toEqual({ stored: published, doubled: 0, broken: [] })
  expect(toTell).toBeGreaterThan(0)
  expect(result.untoldNews).toBe(0)
  expect(told).toBe(toTell)
  const { issues, mailed, brokenDigests, leasesLeft } = result
  expect({ mailed, brokenDigests, leasesLeft }).toEqual({ mailed: issues, brokenDigests: [], leasesLeft: [] })
  const { acts, streams, brokenWords, untold, lastEnds, webExit, webOwnEnds } = result
  expect(acts.done).toBeGreaterThan(50) // after the kills, if need be
  // In a minute everything happens; in a short run chance may spare the one or the other.
  const happened = {
    web: kills.web,
    clock: kills.clock,
    news: result.news,
    issues,
    refused: acts.refused,
    unanswered: acts.unanswered,
  }
  for (const [what, count] of isNight ? Object.entries(happened) : []) expect(count, what).toBeGreaterThan(0)
  if (isNight) expect(streams).toBeGreaterThan(lastEnds.length) // each was opened again
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
})
