import { expect, test } from 'vitest'
import { livePersonally } from '#tests/bench/personal-server.ts'
import { totalMb } from '#tests/bench/whole-server.ts'
import { byTier, isNight } from '#tests/support/run/tier.ts'

/** Less than before connections, threads and compiled files were spared: 990 MiB while somebody reads, 770 afterwards. */
const mostMb = { read: 900, idle: 700 }
/** Two processes listen; of their pools few connections are ever at work at rest. */
const mostConnections = 12

test(
  'everything that npm start runs for one reader keeps within its memory, and few connections at rest',
  { timeout: 900_000 },
  async () => {
    const lived = await livePersonally(
      byTier({
        night: { feeds: 100, readingMs: 60_000, idleMs: 90_000 },
        sample: { feeds: 10, readingMs: 5_000, idleMs: 0 },
      }),
    )
    expect(totalMb(lived.read)).toBeLessThan(mostMb.read)
    if (!isNight) return
    expect(totalMb(lived.idle)).toBeLessThan(mostMb.idle)
    expect(lived.idleConnections).toBeLessThanOrEqual(mostConnections)
  },
)
