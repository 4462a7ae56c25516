export type Bench = {
  readonly name: string
  /** Of package.json, with their arguments, one after another on one database. */
  readonly commands: readonly (readonly string[])[]
}

const readingWorld =
  '--sources 10000 --postings 1000000 --subscriptions 1000 --unread 100000 --user reader@example.org'

/** Every bench with a figure in README, the short ones first. */
export const benches: readonly Bench[] = [
  { name: 'parse', commands: [['bench:parse']] },
  { name: 'corpus', commands: [['bench:corpus']] },
  { name: 'planning', commands: [['bench:planning']] },
  { name: 'output-feeds', commands: [['bench:output-feeds']] },
  { name: 'group-commit', commands: [['bench:group-commit']] },
  { name: 'cost', commands: [['bench:cost']] },
  { name: 'aggregator', commands: [['bench:aggregator']] },
  { name: 'source-pages', commands: [['bench:source-pages']] },
  { name: 'admin', commands: [['bench:admin']] },
  { name: 'backup', commands: [['bench:backup']] },
  { name: 'memory', commands: [['bench:memory']] },
  { name: 'load', commands: [['bench:load', '--', '5']] },
  { name: 'load-100000', commands: [['bench:load', '--', '5', '500', '10000', '100000']] },
  { name: 'web', commands: [['bench:web', '--', '6']] },
  {
    name: 'reading',
    commands: [['seed', '--', ...readingWorld.split(' ')], ['bench:reading']],
  },
  { name: 'price', commands: [['bench:price']] },
  {
    name: 'price-parts',
    commands: [
      ['bench:price', '--', '--cold', 'smallweb-rss-2026'],
      ['bench:price', '--', '--cold', 'news-2023-eight-countries', '1'],
      ['bench:price', '--', '--ablation', 'smallweb-rss-2026'],
      ['bench:price', '--', '--staleness', 'smallweb-rss-2026'],
      ['bench:price', '--', '--poisson'],
      ['bench:price', '--', '--cost'],
    ],
  },
  { name: 'baselines', commands: [['bench:baselines']] },
]
