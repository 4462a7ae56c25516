import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import vm from 'node:vm'
import { DOMParser } from 'linkedom'
import ts from 'typescript'

/** A checkout of github.com/yang991178/fluent-reader: the program is in no registry. */
const checkout = process.env['FLUENT_READER_DIR'] ?? ''

/** Why Fluent Reader cannot be tried here; null where it can. */
export function missingForFluentReader(): string | null {
  if (checkout === '') return 'FLUENT_READER_DIR does not name a checkout of it'
  return existsSync(path.join(checkout, services)) ? null : `${checkout} has no ${services}`
}

const services = 'src/scripts/models/services'

/** As its checkout says. */
export function fluentReaderVersion(): string {
  const about = JSON.parse(readFileSync(path.join(checkout, 'package.json'), 'utf8')) as { version: string }
  return about.version
}

type FluentItem = {
  readonly source: number
  readonly title: string
  readonly link: string
  readonly date: Date
  readonly content: string
  readonly hasRead: boolean
  readonly starred: boolean
  readonly serviceRef: string
}
type FluentSource = { sid?: number; readonly url: string; readonly name: string; serviceRef: string }
type Configs = Record<string, unknown>
type State = { service: Configs; sources: Record<number, FluentSource> }
type Act<Result> = (dispatch: (action: unknown) => unknown, getState: () => State) => Promise<Result>
type Hooks = {
  readonly authenticate: (configs: Configs) => Promise<boolean | undefined>
  readonly reauthenticate?: (configs: Configs) => Promise<Configs>
  readonly updateSources: () => Act<[FluentSource[], Map<string, string> | undefined]>
  readonly fetchItems: () => Act<[FluentItem[], Configs]>
  readonly syncItems: () => Act<[Set<string>, Set<string>]>
  readonly markRead: (item: FluentItem) => Act<void>
  readonly markUnread: (item: FluentItem) => Act<void>
  readonly markAllRead: (sids: number[], date?: Date, before?: boolean) => Act<void>
  readonly star: (item: FluentItem) => Act<void>
  readonly unstar: (item: FluentItem) => Act<void>
}

/** One of Fluent Reader's services, with what its window would keep: the settings, feeds and articles. */
export type FluentReader = {
  /** Signs in as its sync does: asks whether it is signed in, and signs in where it is not. */
  readonly signsIn: () => Promise<boolean>
  /** Takes the feeds over; their titles, each with its group. */
  readonly feeds: () => Promise<Record<string, string | undefined>>
  /** Fetches what is new; what of it is not in `items` yet, where all then is. */
  readonly fetchNew: () => Promise<readonly FluentItem[]>
  readonly items: FluentItem[]
  /** The numbers of all unread and of all starred articles. */
  readonly states: () => Promise<readonly [unread: Set<string>, starred: Set<string>]>
  readonly act: (what: 'markRead' | 'markUnread' | 'star' | 'unstar', item: FluentItem) => Promise<void>
  /** Marks all feeds as read, or what is as old as an article or older. */
  readonly markAllRead: (through?: Date) => Promise<void>
}

/** The settings are those that the program's own dialog stores, with the type by its name in `SyncService`. */
export function runFluentReader(service: string, type: string, settings: Configs): FluentReader {
  const items: FluentItem[] = []
  const { SyncService } = load('src/schema-types.ts', {}) as { SyncService: Record<string, number> }
  const exported = load(`${services}/${service}.ts`, {
    'react-intl-universal': { default: { get: (key: string) => key } },
    lovefield: {
      default: {
        op: {
          and:
            (...all: Test[]) =>
            (item: FluentItem) =>
              all.every((each) => each(item)),
        },
      },
    },
    '../../db': itemTable(items),
    '../group': { createSourceGroup: (name: string) => ({ name }) },
    '../source': { RSSSource },
    '../rule': {},
    '../../utils': { domParser: { parseFromString: parsed }, htmlDecode },
    '../../../schema-types': { SyncService },
  })
  const [hooks] = Object.values(exported) as [Hooks]
  const state: State = { service: { type: SyncService[type], importGroups: true, ...settings }, sources: {} }
  const run = <Result>(act: Act<Result>) =>
    act(
      (action) => action,
      () => state,
    )
  return {
    items,
    signsIn: async () => {
      if ((await hooks.authenticate(state.service)) === true) return true
      if (hooks.reauthenticate === undefined) return false
      state.service = await hooks.reauthenticate(state.service)
      return (await hooks.authenticate(state.service)) === true
    },
    feeds: async () => {
      const [found, groups] = await run(hooks.updateSources())
      found.forEach((source, index) => (state.sources[index] = Object.assign(source, { sid: index })))
      return Object.fromEntries(found.map(({ name, serviceRef }) => [name, groups?.get(serviceRef)]))
    },
    fetchNew: async () => {
      const [fetched, configs] = await run(hooks.fetchItems())
      state.service = configs
      // By Google Reader it fetches again what a full page or more was found within the minute before its last article.
      const known = new Set(items.map(({ serviceRef }) => serviceRef))
      const added = fetched.filter(({ serviceRef }) => !known.has(serviceRef))
      items.push(...added)
      return added
    },
    states: () => run(hooks.syncItems()),
    act: async (what, item) => run(hooks[what](item)),
    markAllRead: async (through) => {
      await run(hooks.markAllRead(Object.keys(state.sources).map(Number), through, true))
    },
  }
}

class RSSSource implements FluentSource {
  readonly url: string
  readonly name: string
  serviceRef = ''

  constructor(url: string, name: string) {
    this.url = url
    this.name = name
  }
}

type Test = (item: FluentItem) => boolean

/** As much of its database as the services ask for. */
function itemTable(items: readonly FluentItem[]) {
  const column = (name: keyof FluentItem) => ({
    eq: (value: unknown) => (item: FluentItem) => item[name] === value,
    in: (values: readonly unknown[]) => (item: FluentItem) => values.includes(item[name]),
    isNotNull: () => (item: FluentItem) => item[name] !== undefined,
    lte: (value: Date) => (item: FluentItem) => item[name] <= value,
    gte: (value: Date) => (item: FluentItem) => item[name] >= value,
  })
  const where = (test: Test) => ({ exec: () => Promise.resolve(items.filter(test)) })
  return {
    items: {
      source: column('source'),
      hasRead: column('hasRead'),
      serviceRef: column('serviceRef'),
      date: column('date'),
    },
    itemsDB: { select: () => ({ from: () => ({ where }) }) },
  }
}

/** Puts a part of a page into a whole one, as browsers do. */
const parsed = (html: string) =>
  new DOMParser().parseFromString(
    `<!doctype html><html><head></head><body>${html}</body></html>`,
    'text/html',
  )
const htmlDecode = (html: string) => parsed(html).documentElement.textContent

/** Runs a file of the checkout with stand-ins for what it imports. */
function load(file: string, standIns: Readonly<Record<string, object>>): Record<string, unknown> {
  const source = readFileSync(path.join(checkout, file), 'utf8')
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: {
      module: ts.ModuleKind.CommonJS,
      target: ts.ScriptTarget.ES2023,
      esModuleInterop: true,
    },
  })
  const exported = {}
  const require = (name: string) => ({ __esModule: true, ...standIns[name] })
  vm.runInThisContext(`((exports, require) => {${outputText}\n})`)(exported, require)
  return exported
}
