import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { isNight } from '#tests/support/run/tier.ts'

/** The acts of a reader in a program, in the order of the table's columns. */
export const steps = [
  'sign-in',
  'first sync',
  'read',
  'star',
  'mark all',
  'add',
  'move',
  'remove',
  'back from the web',
] as const
export type Step = (typeof steps)[number]

type Protocol = 'Google Reader' | 'Miniflux' | 'Fever'
/** The program itself runs, what it sent is sent again, or what it sends is written after its source. */
type Way = 'program' | 'recording' | 'reading'
type Known = readonly [name: string, protocol: Protocol, by: Way]

/** Every program of the table, whether its test runs on this machine or not. */
const programs = {
  'newsboat-feedhq': ['newsboat as `feedhq`', 'Google Reader', 'program'],
  'newsboat-freshrss': ['newsboat as `freshrss`', 'Google Reader', 'program'],
  'newsboat-miniflux': ['newsboat as `miniflux`', 'Miniflux', 'program'],
  liferea: ['Liferea', 'Google Reader', 'program'],
  'rss-guard-freshrss': ['RSS Guard as FreshRSS', 'Google Reader', 'program'],
  'rss-guard-other': ['RSS Guard as another service', 'Google Reader', 'program'],
  'fluent-greader': ['Fluent Reader', 'Google Reader', 'program'],
  'fluent-fever': ['Fluent Reader', 'Fever', 'program'],
  'fluent-miniflux': ['Fluent Reader', 'Miniflux', 'program'],
  libseymour: ['libseymour', 'Google Reader', 'program'],
  inoreader: ['inoreader of npm, its host changed', 'Google Reader', 'program'],
  'miniflux-python': ["Miniflux's Python client", 'Miniflux', 'program'],
  'newsboat-2.36': ['newsboat 2.36 as `freshrss`', 'Google Reader', 'recording'],
  capy: ['Capy Reader', 'Google Reader', 'recording'],
  'read-you': ['Read You', 'Google Reader', 'recording'],
  readrops: ['Readrops', 'Google Reader', 'recording'],
  'freshrss-mcp': ['freshrss-mcp', 'Google Reader', 'recording'],
  'freshrss-mcp-server': ['freshrss-mcp-server', 'Fever', 'recording'],
  elfeed: ['elfeed-protocol', 'Fever', 'recording'],
  netnewswire: ['NetNewsWire', 'Google Reader', 'reading'],
  reeder: ['Reeder', 'Google Reader', 'reading'],
  'reeder-fever': ['Reeder', 'Fever', 'reading'],
  feedme: ['FeedMe', 'Google Reader', 'reading'],
  vienna: ['Vienna', 'Google Reader', 'reading'],
  'rss-guard-5': ['RSS Guard 5', 'Google Reader', 'reading'],
  feedflow: ['FeedFlow', 'Google Reader', 'reading'],
  twine: ['Twine', 'Google Reader', 'reading'],
  easyrss: ['EasyRSS', 'Google Reader', 'reading'],
  'news-plus': ['News+', 'Google Reader', 'reading'],
  'freshrss-discover': ['FreshRSS Discover', 'Google Reader', 'reading'],
  'read-you-fever': ['Read You', 'Fever', 'reading'],
  'readrops-fever': ['Readrops', 'Fever', 'reading'],
  'capy-miniflux': ['Capy Reader', 'Miniflux', 'reading'],
  fluxnews: ['Fluxnews', 'Miniflux', 'reading'],
  koreader: ["KOReader's plugin", 'Miniflux', 'reading'],
  reminiflux: ['reminiflux', 'Miniflux', 'reading'],
  pocketbook: ['Miniflux for PocketBook', 'Miniflux', 'reading'],
} as const satisfies Readonly<Record<string, Known>>
export type Program = keyof typeof programs

type Cell = 'yes' | 'no' | 'not possible' | 'not tried' | 'yes, but for states'
/** The result of a run, with the commit that it ran on. */
export type ProgramResult = {
  readonly program: string
  readonly commit: string
  readonly version: string
  readonly cells: Readonly<Record<Step, Cell>>
}

const folder = path.join(import.meta.dirname, '../../../.cache/reader-programs')

/**
 * A row of `.cache/reader-programs/table.md`, which the night tier alone writes: what ran on another commit is "not run" there. A step is
 * "no" until it is proven; `tried` names those that the test takes, all where it is left out.
 */
export function programRow(
  program: Program,
  options: {
    /** As the program says it, where it runs. */
    readonly version?: string
    readonly tried?: readonly Step[]
    readonly cannot?: readonly Step[]
    /** These steps do what they are to, but take no states of articles over that the program knows: its own fault. */
    readonly butForStates?: readonly Step[]
  } = {},
): (...proven: readonly Step[]) => void {
  if (!isNight) return () => undefined
  const { version = '', tried = steps, cannot = [], butForStates = [] } = options
  const cellOf = (step: Step): Cell => {
    if (cannot.includes(step)) return 'not possible'
    return tried.includes(step) ? 'no' : 'not tried'
  }
  const cells = Object.fromEntries(steps.map((step) => [step, cellOf(step)])) as Record<Step, Cell>
  const commit = commitNow()
  const write = () => {
    mkdirSync(folder, { recursive: true })
    store(`${program}.json`, JSON.stringify({ program, commit, version, cells } satisfies ProgramResult))
    store('table.md', programTable(Object.keys(programs).flatMap(readResult), commit))
  }
  write()
  return (...proven) => {
    for (const step of proven) cells[step] = butForStates.includes(step) ? 'yes, but for states' : 'yes'
    write()
  }
}

/** The table of what ran on this commit; every known program has a row. */
export function programTable(results: readonly ProgramResult[], commit: string): string {
  const rows = Object.entries(programs).map(([program, [name, protocol, by]]) => {
    const result = results.find((each) => each.program === program && each.commit === commit)
    const version = result === undefined || result.version === '' ? '' : ` (${result.version})`
    return [`${name}${version}`, protocol, by, ...steps.map((step) => result?.cells[step] ?? 'not run')]
  })
  const lines = [
    ['program', 'protocol', 'tested by', ...steps],
    ['', '', '', ...steps].map(() => '---'),
    ...rows,
  ]
  return `Commit ${commit}\n\n${lines.map((line) => `| ${line.join(' | ')} |`).join('\n')}\n`
}

function readResult(program: string): ProgramResult[] {
  try {
    return [JSON.parse(readFileSync(path.join(folder, `${program}.json`), 'utf8')) as ProgramResult]
  } catch {
    return [] // its test did not run
  }
}

/** Whole at once: other files of tests read it meanwhile. */
function store(name: string, text: string): void {
  const own = path.join(folder, `.${name}.${process.pid}`)
  writeFileSync(own, text)
  renameSync(own, path.join(folder, name))
}

function commitNow(): string {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
}
