import { simulate } from '#lib/lab/simulator/simulate.ts'
import { drawSources } from '#lib/lab/simulator/synthetic.ts'
import { readInZones, weightedDelay } from '#tests/support/data/reading-hours.ts'
import { tellClaim } from './claims.ts'
import { deviation } from './price-results.ts'
import { tableLines } from './traces.ts'

const dayMs = 86_400_000
/** Monday 2026-01-05. */
const startAt = Date.UTC(2026, 0, 5)
const sources = 150
const days = 70
const learnDays = 14

/** Prints what it brings to know when postings are read, of drawn sources read in the mornings and evenings of five zones. */
export function compareReadingHours(): void {
  const drawn = drawSources({ sources, seed: 7, startAt, days })
  const presences = readInZones(drawn)
  const run = { method: 'price', sources: drawn, startAt, endAt: startAt + days * dayMs } as const
  const rows = [0.5, 1, 4, 24].map((budget) => {
    const without = simulate({ ...run, budget })
    const heeding = simulate({ ...run, budget, presences })
    process.stderr.write(`  reading hours at ${budget}\n`)
    const [delay, plain] = [heeding, without].map((each) => weightedDelay(each, presences))
    tellClaim({
      what: `the delay that counts, reading hours heeded, at ${budget} polls a source and day`,
      value: delay ?? Number.NaN,
      unit: 'hours in all',
      bare: { what: 'the same without', value: plain ?? Number.NaN },
    })
    const polls = heeding.polls / (heeding.states.length * (days - learnDays))
    return [
      String(budget),
      deviation(delay ?? null, plain ?? null),
      deviation(heeding.report.meanMin, without.report.meanMin),
      deviation(polls, budget),
    ]
  })
  console.log(`Reading hours heeded, ${sources} drawn sources, ${days - learnDays} days`)
  console.log(tableLines([['budget', 'delay that counts', 'mean over postings', 'polls to budget'], ...rows]))
}
