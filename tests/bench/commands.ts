type BenchCommand = {
  readonly file: string
  /** Whether it runs on a migrated database of its own (lib/launch/with-database.ts). */
  readonly needsDatabase?: true
  readonly about: string
}

/** The names of `npm run bench -- NAME [arguments]`. The head of each file says which arguments it takes. */
export const benchCommands = {
  table: { file: 'tests/bench/all.ts', about: 'one table of all figures, or of the rows named after it' },
  corpus: { file: 'tests/bench/corpus.ts', about: 'what Skylark understands of the feed corpus' },
  articles: {
    file: 'tests/bench/articles.ts',
    about: 'real articles in our own style, as pictures to look at',
  },
  parse: { file: 'tests/bench/parse.ts', about: 'the cost of reading a document' },
  baselines: { file: 'tests/bench/baselines.ts', about: 'the published policies on recorded traces' },
  price: { file: 'tests/bench/price.ts', about: 'the price policy beside two reference policies' },
  papers: { file: 'tests/bench/papers.ts', about: 'our figures beside the tables of the papers' },
  planning: { file: 'tests/bench/planning.ts', about: 'the cost of planning all sources' },
  aggregator: { file: 'tests/bench/aggregator.ts', about: 'how many sources a second one aggregator polls' },
  'group-commit': { file: 'tests/bench/group-commit.ts', about: 'how long a poll waits until it is stored' },
  cost: { file: 'tests/bench/cost.ts', about: 'what a million polls and a million postings cost' },
  reading: {
    file: 'tests/bench/reading.ts',
    needsDatabase: true,
    about: 'the cost of reading and searching on a database made by `npm run seed`',
  },
  admin: {
    file: 'tests/bench/admin.ts',
    needsDatabase: true,
    about: 'how long the data of each admin page takes',
  },
  'source-pages': {
    file: 'tests/bench/source-pages.ts',
    needsDatabase: true,
    about: "how long a source's page and the page of freshness take",
  },
  'output-feeds': {
    file: 'tests/bench/output-feeds.ts',
    about: 'the bytes that readers of output feeds are spared',
  },
  worst: {
    file: 'tests/bench/worst.ts',
    needsDatabase: true,
    about: 'how long a list takes while another account does its worst',
  },
  web: { file: 'tests/bench/web.ts', about: 'how soon a reader sees something in a slow browser' },
  backup: { file: 'tests/bench/backup.ts', about: 'the cost of backup and restore' },
  retention: { file: 'tests/bench/retention.ts', about: 'the cost of retention' },
  start: { file: 'tests/bench/start.ts', about: 'how long a start takes' },
  load: { file: 'tests/bench/load.ts', about: 'how long readers wait while sources are polled' },
  'first-load': {
    file: 'tests/bench/first-load.ts',
    about: 'how soon a reader has everything after an import, and what that takes',
  },
  personal: {
    file: 'tests/bench/personal.ts',
    about: 'the memory of everything that npm start runs for one reader',
  },
  memory: { file: 'tests/bench/memory.ts', about: 'the memory of web server and aggregator' },
  soak: { file: 'tests/bench/soak.ts', about: 'seven days by a fast clock, looking for leaks' },
  chaos: { file: 'tests/bench/chaos.ts', about: 'kills and clock jumps under load' },
  failover: { file: 'tests/bench/failover.ts', about: 'the death of a primary database, with a standby' },
  fuzz: { file: 'tests/fuzz/command.ts', about: 'made-up input for every reader of foreign data' },
  tree: { file: 'tests/structure/figures.ts', about: 'folders, circles and double names, of any revision' },
  pictures: { file: 'tests/pictures/command.ts', about: 'the pictures of docs/pictures, taken anew' },
} as const satisfies Readonly<Record<string, BenchCommand>>

export type BenchName = keyof typeof benchCommands

/** The names, one a line, with what each measures. */
export function benchLines(): string[] {
  return Object.entries(benchCommands).map(([name, { about }]) => `${name.padEnd(14)}${about}`)
}

/** The words that Node is to run for a bench: a file and its arguments. @returns null: there is no such bench */
export function findBenchWords(name: string, words: readonly string[]): string[] | null {
  if (!isBenchName(name)) return null
  const command: BenchCommand = benchCommands[name]
  return [...(command.needsDatabase ? ['lib/launch/with-database.ts'] : []), command.file, ...words]
}

function isBenchName(name: string): name is BenchName {
  return Object.hasOwn(benchCommands, name)
}
