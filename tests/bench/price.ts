/**
 * `npm run bench -- price`: the price policy on both recorded traces beside two reference policies, from a learnt start. Parts, one at a time:
 * `-- --cold` (from a cold start), `--ablation` (what each ingredient brings), `--staleness` (1, 3 and 7 days), `--poisson` (against known
 * rates), `--presence` (reading hours heeded), `--cost` (time and memory). A name takes one of the traces only, numbers take these budgets only. Exit code 1 when a goal is
 * missed (marked !).
 */
import { compareCost } from './price-cost.ts'
import { priceBudgets } from './price-goals.ts'
import { compareWithKnownRates } from './price-poisson.ts'
import { compareReadingHours } from './price-presence.ts'
import { compareWithGoals } from './price-results.ts'
import { printAblation, printStaleness } from './price-variants.ts'
import { traceNames } from './traces.ts'

const words = process.argv.slice(2)
const part = words.find((word) => word.startsWith('--')) ?? '--learnt'
const named = traceNames.filter((name) => words.includes(name))
const traces = named.length > 0 ? named : traceNames
const numbers = words.map(Number).filter((number) => number > 0)
const budgetsOr = (usual: readonly number[]): readonly number[] => (numbers.length > 0 ? numbers : usual)

let missed = 0
switch (part) {
  case '--learnt':
  case '--cold':
    for (const trace of traces)
      missed += await compareWithGoals(trace, part === '--cold', budgetsOr(priceBudgets))
    break
  case '--ablation':
    for (const trace of traces) await printAblation(trace, budgetsOr([1, 4, 24]))
    break
  case '--staleness':
    for (const trace of traces) await printStaleness(trace, budgetsOr([1, 4, 24]))
    break
  case '--poisson':
    missed += compareWithKnownRates()
    break
  case '--presence':
    compareReadingHours()
    break
  case '--cost':
    missed += compareCost()
    break
  default:
    throw new Error(
      `There is no part ${part}: --learnt, --cold, --ablation, --staleness, --poisson, --presence or --cost.`,
    )
}
if (missed > 0) console.log(`\n${missed} goals missed.`)
process.exitCode = missed > 0 ? 1 : 0
