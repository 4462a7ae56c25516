import { parseArgs } from 'node:util'
import { type MethodName, methodNames } from '#lib/policy/basics/settings.ts'

/** The arguments of `npm run simulate`. */
export type SimulateArguments = {
  /** A recorded trace, or a population to draw. */
  readonly source:
    | { readonly kind: 'trace'; readonly file: string }
    | { readonly kind: 'synthetic'; readonly sources: number; readonly seed: number; readonly days: number }
  readonly methods: readonly MethodName[]
  /** Polls per source and day; null: each policy without a budget runs as published, the others at one poll a day. */
  readonly budgets: readonly number[] | null
  /** Postings a document shows; Infinity loses none; null: 15, or what the drawn source shows. */
  readonly windowSize: number | null
  readonly learnDays: number
  /** No source is polled more often; a minute unless told. */
  readonly minIntervalMs: number
  /** So many sources of the trace, drawn evenly; null: all. */
  readonly mostSources: number | null
  readonly isCold: boolean
  readonly weightsFile: string | null
  /** Whether REI's metrics are printed below the table. */
  readonly withMetrics: boolean
  readonly asJson: boolean
}

export const usage = `npm run --silent simulate -- --trace FILE | --synthetic sources=N,seed=N[,days=N] | --lab FILE
  --lab FILE            alone: makes a run of the policy lab again, from what its page gives to download, and prints its CSV
  --policy NAME|all     one or several of ${methodNames.join(' ')}
  --budget B,…          polls per source and day; policies without a budget are matched to it by their parameter
  --window W            postings a document shows, 15 unless told; inf loses none
  --learn-days N        days known before the first poll, 14 unless told
  --least MINUTES       no source is polled more often, 1 unless told
  --sources N           so many sources of the trace, drawn evenly
  --cold                nothing is known but what one free poll of every source shows
  --weights FILE        CSV source,weight (1 for sources it leaves out; 0: not polled): policies that weigh sources plan by it,
                        which uniform, retrieval-only, minimum-missing and those without a budget do not; "mean" and "sources"
                        are weighted means; percentiles, losses, recall and polls per posting stay counts
  --metrics             also delay of found postings, recall, polls per posting and Güte, over postings, sources and both
  --json                one line of JSON per run; guete there is over postings, with equal weights, among all runs at its budget;
                        missed: its polls are more than 1 % off the budget`

/** Reads the command line. @throws Error with one line that says what is wrong */
export function readArguments(argv: readonly string[]): SimulateArguments {
  const { values } = parseArgs({
    args: joinNegativeNumbers(argv),
    options: {
      trace: { type: 'string' },
      synthetic: { type: 'string' },
      policy: { type: 'string', default: 'all' },
      budget: { type: 'string' },
      window: { type: 'string' },
      'learn-days': { type: 'string', default: '14' },
      least: { type: 'string', default: '1' },
      sources: { type: 'string' },
      cold: { type: 'boolean', default: false },
      weights: { type: 'string' },
      metrics: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
  })
  return {
    source: readSource(values.trace, values.synthetic),
    methods: readMethods(values.policy),
    budgets: values.budget === undefined ? null : values.budget.split(',').map(readBudget),
    windowSize: values.window === undefined ? null : readWindow(values.window),
    learnDays: readCount('--learn-days', values['learn-days']),
    minIntervalMs: readCount('--least', values.least) * 60_000,
    mostSources: values.sources === undefined ? null : readCount('--sources', values.sources),
    isCold: values.cold,
    weightsFile: values.weights ?? null,
    withMetrics: values.metrics,
    asJson: values.json,
  }
}

/** `--budget -1` as `--budget=-1`: else parseArgs calls it ambiguous, and no check of the value can say what is wrong. */
function joinNegativeNumbers(argv: readonly string[]): string[] {
  const joined: string[] = []
  for (const argument of argv) {
    const previous = joined.at(-1) ?? ''
    const isValue = /^-\.?[0-9]/.test(argument) && /^--[a-z-]+$/.test(previous)
    if (isValue) joined[joined.length - 1] = `${previous}=${argument}`
    else joined.push(argument)
  }
  return joined
}

function readSource(trace: string | undefined, synthetic: string | undefined): SimulateArguments['source'] {
  if ((trace === undefined) === (synthetic === undefined)) {
    throw new Error('Give either --trace FILE or --synthetic sources=N,seed=N.')
  }
  if (trace !== undefined) return { kind: 'trace', file: trace }
  const given = new Map<string, number>([['days', 98]])
  for (const part of (synthetic ?? '').split(',')) {
    const [name = '', value = ''] = part.split('=')
    if (!['sources', 'seed', 'days'].includes(name)) {
      throw new Error(`--synthetic takes sources=N,seed=N and days=N, not "${part}".`)
    }
    given.set(name, name === 'seed' ? readSeed(value) : readCount(`--synthetic ${name}`, value))
  }
  const sources = given.get('sources')
  const seed = given.get('seed')
  const days = given.get('days')
  if (sources === undefined || seed === undefined || days === undefined) {
    throw new Error('--synthetic needs sources=N and seed=N.')
  }
  return { kind: 'synthetic', sources, seed, days }
}

function readMethods(text: string): MethodName[] {
  const names = text.split(',').flatMap((name) => (name === 'all' ? methodNames : [name]))
  return [...new Set(names)].map((name) => {
    const known = methodNames.find((candidate) => candidate === name)
    if (known === undefined)
      throw new Error(`There is no policy "${name}"; there are all, ${methodNames.join(', ')}.`)
    return known
  })
}

function readBudget(text: string): number {
  const budget = text.trim() === '' ? Number.NaN : Number(text)
  if (!(budget > 0 && budget <= 1440)) {
    throw new Error(`--budget is polls per source and day, above 0 and at most 1440, got "${text}".`)
  }
  return budget
}

function readWindow(text: string): number {
  return text === 'inf' ? Infinity : readCount('--window', text)
}

function readCount(option: string, text: string): number {
  const count = Number(text)
  if (!/^[0-9]+$/.test(text) || count < 1 || count > 10_000_000) {
    throw new Error(`${option} must be a whole number from 1 to 10,000,000, got "${text}".`)
  }
  return count
}

function readSeed(text: string): number {
  if (!/^[0-9]{1,9}$/.test(text))
    throw new Error(`seed must be a whole number of at most 9 digits, got "${text}".`)
  return Number(text)
}
