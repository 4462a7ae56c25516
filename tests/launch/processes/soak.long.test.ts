import { expect, test } from 'vitest'
import { problemsOf } from '#tests/bench/soak-problems.ts'
import { runSoak, type SoakOptions } from '#tests/bench/soak-run.ts'
import { buildWhenChanged } from '#lib/launch/build/build.ts'
import { byTier } from '#tests/support/run/tier.ts'

const sizes = byTier<Omit<SoakOptions, 'seed' | 'say'>>({
  night: { minutes: 10.5 }, // seven days; a faster clock there is none
  sample: { minutes: 1 / 4, publishers: 40, looks: 3 },
})

test('web server and aggregator live for days, hold no more than before, and lose and repeat nothing', async () => {
  await buildWhenChanged(console.log, AbortSignal.timeout(280_000))
  const lived = await runSoak({ ...sizes, seed: 31, say: (line) => console.info(line) })
  expect(problemsOf(lived)).toEqual([])
  // Without these nothing would be shown.
  const happened = [
    lived.polls,
    lived.published,
    lived.toTell,
    lived.lived.lives,
    lived.streams,
    lived.rounds,
  ]
  expect(Math.min(...happened)).toBeGreaterThan(0)
})
