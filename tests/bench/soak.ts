import { buildWhenChanged } from '#lib/launch/build/build.ts'
import { runSoak, type SoakResult } from './soak-run.ts'
import type { Judged } from './soak-limits.ts'
import { problemsOf } from './soak-problems.ts'

/**
 * `npm run bench -- soak [MINUTES=15] [SEED]`: seven days of web server and aggregator in so many minutes, by a clock that runs as fast, and
 * looks in each interval whether anything is held that should not be. Under 10.1 minutes there are fewer days, as the clock has a limit.
 */
const minutes = Number(process.argv[2] ?? 15)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)
process.env['AUTH_SECRET'] ??= 'a secret of the soak, at least 32 characters' // before anything reads the configuration
console.log(`${minutes} min, seed ${seed}`)
await buildWhenChanged(console.error, AbortSignal.timeout(600_000))
const result = await runSoak({ minutes, seed, say: (line) => console.log(line) })
for (const judged of result.judged) console.log(lineOf(judged))
tellCounts(result)
const problems = problemsOf(result)
for (const problem of problems) console.log(problem)
console.log(
  problems.length === 0 ? 'Nothing leaked, and all is as it was told.' : `${problems.length} problems.`,
)
process.exitCode = problems.length === 0 ? 0 : 1

function lineOf({ name, series, grown, most, isLeak }: Judged): string {
  const values = series.map((value) => (Number.isInteger(value) ? String(value) : value.toFixed(1)))
  const limit = most === null ? '' : ` of at most ${most.toFixed(1)}`
  return `${isLeak ? 'LEAK ' : ''}${name}: ${values.join(' ')}; grew by ${grown.toFixed(1)}${limit}`
}

function tellCounts(found: SoakResult): void {
  const { lived, acts } = found
  console.table([
    { what: 'days, at so many times real time', count: `${found.days.toFixed(2)}, ${found.speed}` },
    { what: 'polls', count: found.polls },
    {
      what: 'postings published; stored, removed by age',
      count: `${found.published}; ${found.stored}, ${found.removed}`,
    },
    { what: 'stored twice', count: found.doubled },
    {
      what: 'webhooks to tell, of them told; mails',
      count: `${found.toTell}, ${found.told}; ${found.mails}`,
    },
    {
      what: 'readers who came and left, their requests and streams',
      count: `${lived.lives}, ${lived.requests}, ${lived.streams}`,
    },
    {
      what: 'acts of readers who stay: done, refused, unanswered, 500',
      count: `${acts.done}, ${acts.refused}, ${acts.unanswered}, ${acts.internal}`,
    },
    {
      what: 'their streams opened, told to read anew; postings not told',
      count: `${found.streams}, ${found.resets}; ${found.untold}`,
    },
    { what: 'rounds made by the web server', count: found.rounds },
  ])
}
