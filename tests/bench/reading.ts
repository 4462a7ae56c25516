/**
 * `npm run bench -- reading [E-MAIL]`: what reading costs at the server on a database that `npm run seed` filled. Each act at the
 * functions of the store: median and 95th percentile, beside the time of its SQL alone, and the most rows that a scan of its plans
 * reads, beside the rows shown. Goals: 50 ms and 200 ms. On a machine that is busy with other things the processor time says more: that
 * of the SQL alone, and of this process without it.
 */
import type { PostingFilter } from '#lib/api/postings/postings.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { parseQuery } from '#lib/search/parse-query.ts'
import { readCounts } from '#lib/store/lists/counts.ts'
import { markRead, undoMarkRead } from '#lib/store/marks/mark-read.ts'
import { parsePostingCursor } from '#lib/store/ground/posting-cursor.ts'
import { listPostings } from '#lib/store/lists/postings.ts'
import { listReaderItems } from '#lib/store/sync/reader-items.ts'
import { countReaderSources } from '#lib/store/sync/reader-sources.ts'
import { listReaderIds } from '#lib/store/sync/reader-streams.ts'
import { searchPostings } from '#lib/store/lists/search.ts'
import { makeLanguages } from '#prisma/seed-texts.ts'
import { openBenchDatabase, quantile } from './bench-database.ts'
import { plainQuery } from './plain-query.ts'
import { tellReading } from './reading-claims.ts'
import { databaseCpuMs, greatestRead, recordSql, timeSql } from './recorded-sql.ts'
import { tellSearchSize } from './search-size.ts'
import { tableLines } from './traces.ts'

const runs = 21
const pageSize = 50
const all: PostingFilter = { show: 'all', starred: false, later: false, order: 'newest' }
const unread: PostingFilter = { ...all, show: 'unread' }

const { database, client, close } = await openBenchDatabase(2)

const email = process.argv[2]
const reader = await database.user.findFirst({
  where: email === undefined ? { subscriptions: { some: {} } } : { email },
  select: { id: true },
})
if (reader === null) throw new Error('Nobody subscribes to anything: run npm run seed first.')
const subscriberId = reader.id

const english = makeLanguages(seededRandom(1)).find(({ code }) => code === 'en')?.words ?? []
const wordAt = (rank: number) => english[rank] ?? ''
const queries: readonly [name: string, text: string][] = [
  ['rare word', wordAt(20_000)],
  ['medium word', wordAt(500)],
  ['frequent word', wordAt(1)],
  ['word of nobody', 'qqxyzzy'],
  ['two frequent words', `${wordAt(1)} ${wordAt(40)}`],
  ['phrase of frequent words', `"${wordAt(0)} ${wordAt(1)}"`],
  ['phrase of medium words', `"${wordAt(30)} ${wordAt(60)}"`],
  ['prefix of 2 letters', `${wordAt(500).slice(0, 2)}*`],
  ['prefix of 5 letters', `${wordAt(500).slice(0, 5)}*`],
  ['title:', `title:${wordAt(60)}`],
  ['in: with a frequent word', `in:"Folder 7" ${wordAt(1)}`],
  ['medium word, unread only', `is:unread ${wordAt(500)}`],
  ['unread without a word', 'is:unread -is:starred'],
  ['frequent but excluded', `${wordAt(1)} -${wordAt(0)}`],
  ['before: with a medium word', `before:30d ${wordAt(300)}`],
]

type Act = { readonly name: string; readonly run: () => Promise<number> }

async function timeline(filter: PostingFilter, cursor: string | null): Promise<number> {
  const after = cursor === null ? null : parsePostingCursor(cursor)
  return (await listPostings(database, subscriberId, filter, { after, limit: pageSize, now: Date.now() }))
    .postings.length
}

async function search(text: string, isBest = false): Promise<number> {
  const base = { subscriberId, filter: all, isBest, after: null, limit: pageSize, now: Date.now() }
  return (await searchPostings(database, { ...base, query: parseQuery(text).query })).postings.length
}

const appQuery = { within: [], foundFrom: null, foundThrough: null, order: 'newest', after: null } as const
async function ids(limit: number, isUnread: boolean): Promise<number> {
  const without = isUnread ? [{ kind: 'read' } as const] : []
  const query = { ...appQuery, streams: [{ kind: 'all' } as const], without, limit }
  return (await listReaderIds(database, subscriberId, query)).length
}
const newestIds = await listReaderIds(database, subscriberId, {
  ...appQuery,
  streams: [{ kind: 'all' }],
  without: [],
  limit: 150,
})

const first = await listPostings(database, subscriberId, unread, {
  after: null,
  limit: pageSize,
  now: Date.now(),
})
const throughId = first.asOfId
const undoTokens: string[] = []
const acts: readonly Act[] = [
  { name: 'timeline', run: () => timeline(all, null) },
  { name: 'timeline, unread', run: () => timeline(unread, null) },
  { name: 'next page, unread', run: () => timeline(unread, first.nextCursor) },
  ...(['oldest', 'published', 'weight', 'source'] as const).map((order) => ({
    name: `unread by ${order}`,
    run: () => timeline({ ...unread, order }, null),
  })),
  {
    name: 'unread counts',
    run: async () => Object.keys((await readCounts(database, subscriberId)).bySource).length,
  },
  {
    name: 'mark all read',
    run: async () => {
      const { marked, undoToken } = await markRead(database, subscriberId, { throughId }, Date.now())
      if (marked > 0) undoTokens.push(undoToken)
      return marked
    },
  },
  {
    name: 'undo of mark all',
    run: async () => {
      const undone = await undoMarkRead(database, subscriberId, undoTokens.pop() ?? '', Date.now())
      return typeof undone === 'string' ? 0 : undone.restored
    },
  },
  { name: 'app: 10,000 unread ids', run: () => ids(10_000, true) },
  { name: 'app: 10,000 ids, read or not', run: () => ids(10_000, false) },
  { name: 'app: unread counts', run: async () => (await countReaderSources(database, subscriberId)).length },
  {
    name: 'app: 150 texts',
    run: async () => (await listReaderItems(database, subscriberId, newestIds)).length,
  },
  ...queries.map(([name, text]) => ({ name: `search: ${name}`, run: () => search(text) })),
  { name: 'search: medium word, best first', run: () => search(wordAt(500), true) },
]

/** Marking and its undo alternate, so that each finds what it needs. */
const pairs: Readonly<Record<string, Act | undefined>> = {
  'mark all read': acts.find(({ name }) => name === 'undo of mark all'),
  'undo of mark all': acts.find(({ name }) => name === 'mark all read'),
}

async function measure({ name, run }: Act): Promise<readonly string[]> {
  const other = pairs[name]
  const isUndo = name === 'undo of mark all'
  const times: number[] = []
  const ownCpu: number[] = []
  let shown = 0
  for (let count = 0; count <= runs; count++) {
    if (isUndo) await other?.run()
    const startedAt = performance.now()
    const used = process.cpuUsage()
    shown = await run()
    const { user, system } = process.cpuUsage(used)
    if (count > 0) times.push(performance.now() - startedAt)
    if (count > 0) ownCpu.push((user + system) / 1000)
    if (!isUndo) await other?.run()
  }
  if (isUndo) await other?.run()
  const statements = await recordSql(run)
  if (!isUndo) await other?.run()
  const [bare, plain]: [number[], number[]] = [[], []]
  const usedBefore = await databaseCpuMs(client)
  for (let count = 0; count < runs; count++) bare.push(await timeSql(client, statements))
  const sqlCpuMs = ((await databaseCpuMs(client)) - usedBefore) / runs
  for (let count = 0; count < runs; count++)
    plain.push(await timeSql(client, [plainQuery(name, shown, subscriberId)]))
  const medianMs = quantile(times, 0.5)
  tellReading(name, { times, sql: bare, plain })
  const read = await greatestRead(client, statements)
  return [
    name,
    ...[medianMs, quantile(times, 0.95), quantile(bare, 0.5), sqlCpuMs, quantile(ownCpu, 0.5)].map((ms) =>
      ms.toFixed(1),
    ),
    String(statements.length),
    read.rows.toLocaleString('en'),
    shown.toLocaleString('en'),
    read.where,
  ]
}

const head = [
  'act',
  'median ms',
  'p95 ms',
  'bare SQL ms',
  'SQL CPU ms',
  'own CPU ms',
  'statements',
  'rows read',
  'rows shown',
  'most read by',
]
const rows: (readonly string[])[] = []
for (const act of acts) rows.push(await measure(act))
console.log(tableLines([head, ...rows]))
await tellSearchSize(client)
await close()
