import type { FinishedRun, RunRequest } from '#lib/lab/command/simulate-runs.ts'
import type { TraceName } from './baseline-runs.ts'
import { tellClaim } from './claims.ts'
import { deviation, runTrace } from './price-results.ts'
import { digits, tableLines } from './traces.ts'
import type { Ingredient } from '#lib/policy/learning/learned.ts'

type Variant = { readonly title: string; readonly change: Partial<RunRequest> }

const ingredients: readonly Ingredient[] = [
  'lookahead',
  'rhythms',
  'recent-rates',
  'kinds',
  'own-hours',
  'own-slots',
]
const dayMs = 86_400_000

/** Prints what each ingredient brings: the policy without it, and how much longer postings wait. */
export async function printAblation(trace: TraceName, budgets: readonly number[]): Promise<void> {
  const variants = ingredients.map((name): Variant => ({
    title: `without ${name}`,
    change: { without: [name] },
  }))
  const neither: Variant = {
    title: 'neither own-hours nor own-slots',
    change: { without: ['own-hours', 'own-slots'] },
  }
  const nothing: Variant = { title: 'without any of them', change: { without: ingredients } }
  await printVariants(trace, budgets, [{ title: 'whole', change: {} }, ...variants, neither, nothing])
}

/** Prints what a shorter greatest staleness costs postings and gains sources; the protocol's is 7 days. */
export async function printStaleness(trace: TraceName, budgets: readonly number[]): Promise<void> {
  const variants = [7, 3, 1].map((days): Variant => ({
    title: `${days} d at most`,
    change: { maxStalenessMs: days * dayMs },
  }))
  await printVariants(trace, budgets, variants)
}

/** The first variant is what the others are compared with. */
async function printVariants(
  trace: TraceName,
  budgets: readonly number[],
  variants: readonly Variant[],
): Promise<void> {
  const requests = variants.flatMap(({ change }) =>
    budgets.map((budget): RunRequest => ({ method: 'price', budget, ...change })),
  )
  const runs = await runTrace(trace, requests)
  if (runs === null) return
  const first = variants[0]?.title ?? ''
  const rows = variants.map(({ title }, row) => [
    title,
    ...budgets.flatMap((_, column) => {
      const run = runs[row * budgets.length + column]
      const whole = runs[column]
      if (row > 0) tellVariant(`${trace}, ${title}`, run, { what: first, run: whole })
      return cellsOf(run, whole)
    }),
  ])
  const heads = budgets.flatMap((budget) => [`mean at ${budget}`, '', 'over sources', '', 'max'])
  console.log(`\n${trace}, learnt start: delays in minutes`)
  console.log(tableLines([['', ...heads], ...rows]))
}

function tellVariant(
  name: string,
  run: FinishedRun | undefined,
  first: { readonly what: string; readonly run: FinishedRun | undefined },
): void {
  const mean = run?.report.meanMin ?? Number.NaN
  const whole = first.run?.report.meanMin ?? Number.NaN
  tellClaim({
    what: `${name}: mean delay at ${run?.request.budget} polls a source and day`,
    value: mean,
    unit: 'min',
    bare: { what: first.what, value: whole },
  })
}

function cellsOf(run: FinishedRun | undefined, first: FinishedRun | undefined): string[] {
  if (run === undefined || first === undefined) throw new RangeError('a run is missing')
  const { meanMin, sourcesMeanMin, maxMin } = run.report
  return [
    digits(meanMin),
    deviation(meanMin, first.report.meanMin),
    digits(sourcesMeanMin),
    deviation(sourcesMeanMin, first.report.sourcesMeanMin),
    digits(maxMin),
  ]
}
