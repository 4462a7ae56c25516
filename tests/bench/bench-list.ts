import type { BenchName } from './commands.ts'

export type Bench = {
  readonly name: string
  /** The words behind `npm run`, one after another on one database. */
  readonly commands: readonly (readonly string[])[]
  readonly env?: Readonly<Record<string, string>>
}

/** A fifth of what the table of docs/measured.md was measured on, which takes ten minutes to fill. */
const readingWorld =
  '--sources 2000 --postings 200000 --subscriptions 1000 --unread 50000 --user reader@example.org'
/** docs/measured.md, Memory: too little for many more sources. */
const smallHeap = '--max-semi-space-size=6 --max-old-space-size=192'
const smallTrace = 'smallweb-rss-2026'
const largeTrace = 'news-2023-eight-countries'

/** Not in the table: itself, searches for faults, remarks and pictures without figures. */
export const withoutClaims = [
  'table',
  'papers',
  'articles',
  'tree',
  'pictures',
  'soak',
  'chaos',
  'failover',
  'fuzz',
] as const

const bench = (name: BenchName, ...words: string[]) => ['bench', '--', name, ...words]

/** Every bench with a figure in docs/measured.md, the short ones first; the longest in a shorter form, by which all together take some 55 minutes. */
export const benches: readonly Bench[] = [
  { name: 'parse', commands: [bench('parse')] },
  { name: 'corpus', commands: [bench('corpus')] },
  { name: 'planning', commands: [bench('planning')] },
  { name: 'output-feeds', commands: [bench('output-feeds')] },
  { name: 'group-commit', commands: [bench('group-commit')] },
  { name: 'cost', commands: [bench('cost')] },
  { name: 'aggregator', commands: [bench('aggregator')] },
  { name: 'source-pages', commands: [bench('source-pages')] },
  { name: 'admin', commands: [bench('admin')] },
  { name: 'backup', commands: [bench('backup', '200000')] },
  { name: 'retention', commands: [bench('retention')] },
  { name: 'start', commands: [bench('start')] },
  { name: 'first-load', commands: [bench('first-load')] },
  { name: 'personal', commands: [bench('personal', '100', '60', '90')] },
  { name: 'memory', commands: [bench('memory')] },
  { name: 'worst', commands: [bench('worst')] },
  { name: 'memory-small', commands: [bench('memory')], env: { NODE_OPTIONS: smallHeap } },
  { name: 'load', commands: [bench('load', '5')] },
  { name: 'load-100000', commands: [bench('load', '5', '500', '10000', '100000')] },
  { name: 'web', commands: [bench('web', '6')] },
  {
    name: 'reading',
    commands: [['seed', '--', ...readingWorld.split(' ')], bench('reading')],
  },
  {
    name: 'price',
    commands: [bench('price', smallTrace), bench('price', largeTrace, '4')],
  },
  {
    name: 'price-parts',
    commands: [
      bench('price', '--cold', smallTrace),
      bench('price', '--ablation', smallTrace, '4'),
      bench('price', '--staleness', smallTrace, '4'),
      bench('price', '--poisson'),
      bench('price', '--presence'),
      bench('price', '--cost'),
    ],
  },
  { name: 'baselines', commands: [bench('baselines', smallTrace)] },
]
