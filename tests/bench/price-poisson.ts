import { replayKnownRates } from '#tests/support/data/known-rates.ts'
import { atMost, tellClaim } from './claims.ts'
import { deviation } from './price-results.ts'
import { digits, tableLines } from './traces.ts'

/** Having to learn may cost this much more than knowing all rates. */
const mostPart = 0.12

/** Prints what the policy makes of Poisson sources beside what it would make of them if it knew their rates. @returns misses */
export function compareWithKnownRates(): number {
  let missed = 0
  const rows = [1, 2].flatMap((seed) =>
    [1, 4, 24].map((budget) => {
      const { known, learnt, theoryMin } = replayKnownRates({ sources: 300, seed, days: 98, budget })
      const bound = known.report.meanMin ?? 0
      const mean = learnt.report.meanMin ?? Infinity
      const isBeyond = mean > bound * (1 + mostPart)
      if (isBeyond) missed++
      process.stderr.write(`  seed ${seed} at ${budget}\n`)
      tellClaim({
        what: `Poisson sources (seed ${seed}): mean delay at ${budget} polls a source and day`,
        value: mean,
        unit: 'min',
        bare: { what: 'knowing all rates', value: bound },
        goal: atMost(mean, bound * (1 + mostPart), 'min'),
      })
      return [
        `seed ${seed} at ${budget}`,
        digits(theoryMin),
        digits(bound),
        digits(mean),
        deviation(mean, bound) + (isBeyond ? '!' : ''),
        known.report.pollsPerSourceDay.toFixed(3),
        learnt.report.pollsPerSourceDay.toFixed(3),
      ]
    }),
  )
  console.log('Poisson sources, 300 drawn, 84 days: mean delays in minutes, goal: known + 12 %')
  console.log(
    tableLines([['', 'theory', 'known', 'learnt', 'to it', 'polls known', 'polls learnt'], ...rows]),
  )
  return missed
}
