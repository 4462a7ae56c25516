import type { Deleted } from '#lib/api/organising/organising.ts'
import { folded } from '#lib/search/folded.ts'
import { namesInQuery, renameInQuery, type NameField } from '#lib/search/rename-in-query.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { readSourceNames, sourcesNamed, type NamedSource } from '#lib/store/search/search-scope.ts'

type Renamed = {
  readonly kind: 'in' | 'label'
  readonly from: string
  readonly to: string
  /** The names of others of its kind: a name that one of them keeps stands for that one, too. */
  readonly others: readonly string[]
}

/**
 * Has the views, rules and alerts ask for a folder or label by its new name. Called in the transaction that renames it, or takes it into
 * another one.
 */
export async function renameInViews(
  transaction: Transaction,
  subscriberId: string,
  { kind, from, to, others }: Renamed,
): Promise<void> {
  const key = keyOf(kind)
  if (key(from) === key(to)) return
  const isShared = others.some((other) => key(other) === key(from))
  const queries = await queriesOf(transaction, subscriberId)
  await rewrite(transaction, queries, kind, (name) => {
    if (key(name) !== key(from)) return null
    return isShared ? [name, to] : [to]
  })
}

/**
 * Names of the views and alerts that ask for a folder or label by a name that nothing else has: they find nothing by it once
 * it is gone.
 */
export async function queriesLosing(
  transaction: Transaction,
  subscriberId: string,
  { kind, from, others }: Omit<Renamed, 'to'>,
): Promise<Deleted> {
  const key = keyOf(kind)
  if (others.some((other) => key(other) === key(from))) return { views: [], alerts: [] }
  const namesOf = (rows: readonly { readonly name: string; readonly query: string | null }[]) =>
    rows
      .filter(({ query }) => namesInQuery(query ?? '', kind).some((name) => key(name) === key(from)))
      .map(({ name }) => name)
  const alerts = await alertsOf(transaction, subscriberId)
  return { views: namesOf(await viewsOf(transaction, subscriberId)), alerts: namesOf(alerts) }
}

type Named = { readonly id: number; readonly name: string }

/** Those of `going` for which no view, rule or alert asks by a name that none of `staying`, others of their kind, has. */
export async function withoutAsked(
  transaction: Transaction,
  subscriberId: string,
  kind: Renamed['kind'],
  { going, staying }: { readonly going: readonly Named[]; readonly staying: readonly Named[] },
): Promise<Named[]> {
  const key = keyOf(kind)
  const lines = (await queriesOf(transaction, subscriberId)).flatMap((query) => query.lines)
  const asked = new Set(lines.flatMap((line) => namesInQuery(line, kind)).map(key))
  for (const { name } of staying) asked.delete(key(name))
  return going.filter(({ name }) => !asked.has(key(name)))
}

/**
 * Runs what renames sources for a subscriber; where a view, rule or alert asked for one by a name that it has no more, it asks for the
 * new one.
 */
export async function keepSourcesInViews<T>(
  transaction: Transaction,
  subscriberId: string,
  rename: () => Promise<T>,
): Promise<T> {
  const queries = await queriesOf(transaction, subscriberId)
  if (!queries.some(({ lines }) => lines.some((line) => namesInQuery(line, 'from').length > 0)))
    return rename()
  const before = await readSourceNames(transaction, subscriberId)
  const renamed = await rename()
  const after = await readSourceNames(transaction, subscriberId)
  await rewrite(transaction, queries, 'from', (name) => namesFor(name, before, after))
  return renamed
}

function namesFor(
  name: string,
  before: readonly NamedSource[],
  after: readonly NamedSource[],
): string[] | null {
  const still = sourcesNamed(name, after)
  const stillIds = new Set(still.map(({ sourceId }) => sourceId))
  const lostIds = sourcesNamed(name, before).flatMap(({ sourceId }) =>
    stillIds.has(sourceId) ? [] : [sourceId],
  )
  const titles = after.flatMap((source) => (lostIds.includes(source.sourceId) ? [source.title] : []))
  if (titles.length === 0) return null
  return still.length > 0 ? [name, ...titles] : titles
}

/** The form in which names of a kind are compared where queries are understood: search-scope.ts, search-condition.ts. */
function keyOf(kind: Renamed['kind']): (name: string) => string {
  return kind === 'in' ? folded : (name) => name.trim().toLowerCase()
}

async function viewsOf(database: Database | Transaction, subscriberId: string) {
  return database.view.findMany({
    where: { subscriberId },
    select: { id: true, name: true, query: true },
    orderBy: [{ position: 'asc' }, { id: 'asc' }],
  })
}

/** Those that search. */
async function alertsOf(transaction: Transaction, subscriberId: string) {
  return transaction.alert.findMany({
    where: { subscriberId, query: { not: null } },
    select: { id: true, name: true, query: true },
    orderBy: { id: 'asc' },
  })
}

/** A query of a view, rule or alert, by the lines that are queries themselves. */
type StoredQuery = {
  readonly of: 'view' | 'rule' | 'alert'
  readonly id: number
  readonly query: string
  readonly lines: readonly string[]
}

async function queriesOf(transaction: Transaction, subscriberId: string): Promise<StoredQuery[]> {
  const views = await viewsOf(transaction, subscriberId)
  const rules = await transaction.rule.findMany({
    where: { subscriberId },
    select: { id: true, query: true, kind: true },
    orderBy: { id: 'asc' },
  })
  const alerts = await alertsOf(transaction, subscriberId)
  return [
    ...views.map(({ id, query }) => ({ of: 'view', id, query, lines: [query] }) as const),
    ...rules.map(({ id, query, kind }) => {
      const lines = kind === 'rule' ? [query] : query.split('\n')
      return { of: 'rule', id, query, lines } as const
    }),
    ...alerts.flatMap(({ id, query }) =>
      query === null ? [] : [{ of: 'alert', id, query, lines: [query] } as const],
    ),
  ]
}

async function rewrite(
  transaction: Transaction,
  queries: readonly StoredQuery[],
  field: NameField,
  replace: (name: string) => readonly string[] | null,
): Promise<void> {
  for (const { of, id, query, lines } of queries) {
    const renamed = lines.map((line) => renameInQuery(line, field, replace)).join('\n')
    if (renamed === query) continue
    // One whose query somebody changes at this moment is theirs.
    const change = { where: { id, query }, data: { query: renamed } }
    if (of === 'view') await transaction.view.updateMany(change)
    else if (of === 'rule') await transaction.rule.updateMany(change)
    else await transaction.alert.updateMany(change)
  }
}
