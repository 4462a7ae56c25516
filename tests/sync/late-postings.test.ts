import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { storePostings } from '#lib/store/postings/store-postings.ts'
import { ask } from '#tests/support/api/ask.ts'
import { isWaitedFor } from '#tests/support/measure/lock-waits.ts'
import { goClient, type MinifluxClient } from '#tests/support/programs/miniflux-app.ts'
import { arrivingPosting } from '#tests/support/world/moving.ts'
import { withReaderApps, type ReaderApp } from '#tests/support/programs/reader-app.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { until } from '#tests/support/measure/until.ts'

const server = withReaderApps()
const state = (name: string) => `user/-/state/com.google/${name}`
const longBeforeMs = 5 * 60_000
let app: ReaderApp
let miniflux: MinifluxClient
let sourceId: number
let seen: number

beforeEach(async () => {
  await server.database.user.deleteMany()
  await server.database.posting.deleteMany()
  const reader = await addReader(server.database, 'ada')
  ;({ sourceId } = await addSubscription(server.database, reader, 'site'))
  const [id] = await addPostings(server.database, sourceId, [{ shownAt: Date.now() - 2 * longBeforeMs }])
  seen = Number(id)
  await server.database.subscription.updateMany({ data: { readThrough: 0 } })
  app = await server.app(reader)
  miniflux = goClient(server.url, app.password)
})

/** Stores what a poll found that ended five minutes ago, and holds its transaction open as long as `before` takes. */
async function storeLate(before: () => Promise<unknown> = () => Promise.resolve()): Promise<void> {
  const late = arrivingPosting({ title: 'Late', guid: 'late' }, Date.now() - longBeforeMs)
  const news = { sourceId, pollId: null, isFirst: false, editedPostings: [], aliases: [] }
  await server.database.$transaction(
    async (transaction) => {
      await storePostings(transaction, { ...news, newPostings: [late] }, Date.now)
      await before()
    },
    { timeout: 30_000 },
  )
}

async function lateId(): Promise<number> {
  return Number((await server.database.posting.findFirstOrThrow({ where: { title: 'Late' } })).id)
}

const refsOf = async (path: string) =>
  ((await app.get(path)).body['itemRefs'] as { id: string }[]).map(({ id }) => Number(id))
const itemsOf = async (path: string) =>
  ((await app.get(path)).body['items'] as { id: string }[]).map(({ id }) =>
    Number.parseInt(id.slice(-16), 16),
  )
const entriesOf = async (query: string) => {
  const { body } = await miniflux('GET', `/v1/entries?${query}`)
  return (body as { entries: { id: number }[] }).entries.map(({ id }) => id)
}
const fever = async (query: string, body = '') => {
  const key = createHash('md5').update(`ada@example.org:${app.password}`).digest('hex')
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const options = { method: 'POST', headers, body: `api_key=${key}${body}` }
  return (await ask(`${server.url}/fever/?api${query}`, options)).body
}
const unreadList = `s=${state('reading-list')}&xt=${state('read')}`
const feverUnread = async () =>
  String((await fever('&unread_item_ids'))['unread_item_ids'])
    .split(',')
    .map(Number)
const feverItems = async () =>
  ((await fever(`&items&since_id=0`))['items'] as { id: number }[]).map(({ id }) => id)

/** The postings that a program sees as unread, by its way of asking. */
const questions = {
  'stream/items/ids': () => refsOf(`stream/items/ids?n=100&${unreadList}`),
  'stream/contents': () => itemsOf(`stream/contents?n=100&${unreadList}`),
  'Fever unread_item_ids': feverUnread,
  'Fever items': feverItems,
  'Miniflux entries': () => entriesOf('status=unread'),
  'Miniflux entries/ids': async () =>
    ((await miniflux('GET', '/v1/entries/ids?status=unread')).body as { entry_ids: number[] }).entry_ids,
} as const

/** The postings since an instant, by the ways in which programs ask for them. */
const changes = {
  'stream/items/ids with ot': (at: number) =>
    refsOf(`stream/items/ids?s=${state('reading-list')}&ot=${Math.floor(at / 1000)}`),
  'stream/contents with ot': (at: number) => itemsOf(`stream/contents?ot=${Math.floor(at / 1000)}`),
  'Fever items with since_id': async () =>
    ((await fever(`&items&since_id=${seen}`))['items'] as { id: number }[]).map(({ id }) => id),
  'Miniflux entries with changed_after': (at: number) => entriesOf(`changed_after=${Math.floor(at / 1000)}`),
  'Miniflux entries with after_entry_id': () => entriesOf(`after_entry_id=${seen}`),
} as const

/** "Read up to here", by the ways in which programs say it. */
const marks = {
  'ts in seconds': (at: number) => markByStream(String(Math.floor(at / 1000))),
  'ts in milliseconds': (at: number) => markByStream(String(at)),
  'ts in microseconds': (at: number) => markByStream(`${at}999`),
  'ts in nanoseconds': (at: number) => markByStream(`${at}999999`),
  'Fever before, of everything': (at: number) =>
    fever('', `&mark=group&id=0&as=read&before=${Math.floor(at / 1000)}`),
  'Fever before, of a feed': (at: number) =>
    fever('', `&mark=feed&id=${sourceId}&as=read&before=${Math.floor(at / 1000)}`),
} as const

function markByStream(ts: string) {
  return app.post('mark-all-as-read', { s: state('reading-list'), ts })
}

const named = <Act>(acts: Readonly<Record<string, Act>>) => Object.entries(acts)

test.each(named(changes))(
  '%s has what was found before and stored after the last sync',
  async (_name, ask) => {
    expect(await questions['stream/items/ids']()).toEqual([seen])
    const at = Date.now()
    await storeLate()
    expect(await ask(at)).toEqual([await lateId()])
  },
)

test.each(named(marks))('%s leaves unread what was stored after the last sync', async (_name, mark) => {
  expect(await questions['stream/items/ids']()).toEqual([seen])
  const at = Date.now()
  await new Promise((resolve) => setTimeout(resolve, 2)) // the next millisecond
  await storeLate()
  await mark(at)
  expect(await questions['stream/items/ids']()).toEqual([await lateId()])
})

test.each(named(questions))('%s waits for what is being stored', async (_name, ask) => {
  let asked: Promise<readonly number[]> = Promise.resolve([])
  await storeLate(async () => {
    asked = ask()
    await until('the question waits', () => isWaitedFor(server.database))
  })
  expect((await asked).toSorted((a, b) => a - b)).toEqual([seen, await lateId()])
})

test('lists that come together wait in one connection, and a mark waits for nothing', async () => {
  let asked: Promise<unknown> = Promise.resolve()
  await storeLate(async () => {
    asked = Promise.all(Array.from({ length: 12 }, () => questions['stream/items/ids']()))
    await until('a question waits', () => isWaitedFor(server.database))
    const [waiting] = await server.database.$queryRaw<{ count: number }[]>`
      SELECT count(*)::int AS "count" FROM pg_locks
      WHERE "locktype" = 'advisory' AND NOT "granted" AND "database" = (SELECT oid FROM pg_database WHERE datname = current_database())`
    expect(waiting?.count).toBe(1)
    await markByStream(String(Date.now()))
  })
  const late = await lateId()
  expect(await asked).toEqual(Array.from({ length: 12 }, () => [late]))
})
