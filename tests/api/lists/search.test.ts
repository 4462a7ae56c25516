import { beforeAll, expect, test } from 'vitest'
import * as postings from '#app/api/v1/postings/route.ts'
import * as count from '#app/api/v1/postings/count/route.ts'
import * as markQuery from '#app/api/v1/postings/mark-read/query/route.ts'
import * as undo from '#app/api/v1/postings/mark-read/undo/route.ts'
import * as views from '#app/api/v1/views/route.ts'
import * as view from '#app/api/v1/views/[id]/route.ts'
import * as viewCounts from '#app/api/v1/views/counts/route.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { callRoute, type Call } from '#tests/support/api/call-route.ts'
import { addSubscription } from '#tests/support/world/reading.ts'
import { addSearched, indexAll } from '#tests/support/world/searching.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()
let reader: { readonly id: string; readonly token: string }
let other: { readonly id: string; readonly token: string }
let sourceId: number

beforeAll(async () => {
  reader = await addSubscriber(database, { name: 'reader' })
  other = await addSubscriber(database, { name: 'other' })
  ;({ sourceId } = await addSubscription(database, reader.id, 'searched'))
  await database.subscription.updateMany({ data: { readThrough: 0n } })
  for (const title of ['Alpha one', 'Alpha two', 'Beta', 'Alpha three']) {
    await addSearched(database, sourceId, { title })
  }
  await indexAll(database)
})

const call = (route: Call) => callRoute(reader.token, route)

test('a search is a page of postings with marks, and goes on from its cursor', async () => {
  const { status, body } = await call({ module: postings, query: '?query=alpha&limit=2' })
  expect(status).toBe(200)
  expect(body['postings']).toMatchObject([{ title: 'Alpha three' }, { title: 'Alpha two' }])
  const [{ id }] = body['postings'] as [{ id: string }]
  expect(body['search']).toMatchObject({
    isComplete: true,
    isSimilar: false,
    marks: { [id]: { title: [[0, 5]], excerpt: [], snippet: null } },
  })
  const next = await call({
    module: postings,
    query: `?query=alpha&limit=2&cursor=${String(body['nextCursor'])}`,
  })
  expect(next.body).toMatchObject({ postings: [{ title: 'Alpha one' }], nextCursor: null })
  const inSource = await call({
    module: postings,
    query: `?query=alpha&sourceId=${sourceId}&order=oldest&show=unread`,
  })
  expect(inSource.body['postings']).toMatchObject([{ title: 'Alpha one' }, {}, {}])
})

test('what is wrong with a query is told with its place', async () => {
  const { status, body } = await call({ module: postings, query: '?query=alpha+before:soon' })
  expect(status).toBe(422)
  expect(body['error']).toMatchObject({
    code: 'bad_query',
    field: 'query',
    message: 'before: needs a date like 2026-01-13, 2026-01, today, yesterday or 7d.',
    problems: [{ code: 'needs-date', at: 6, length: 11, values: { field: 'before' } }],
  })
  for (const module of [count, postings])
    expect(await call({ module, query: '?query=(' })).toMatchObject({ status: 422 })
  const made = await call({ module: views, method: 'POST', body: { name: 'x', query: 'is:x' } })
  expect(made).toMatchObject({ status: 422, body: { error: { code: 'bad_query' } } })
})

test.each(['😀', '%', '*', '-😀'])(
  '%s looks for nothing: a mistake wherever a query is taken',
  async (text) => {
    const query = `?query=${encodeURIComponent(text)}`
    for (const module of [count, postings])
      expect(await call({ module, query })).toMatchObject({ status: 422 })
    const made = await call({ module: views, method: 'POST', body: { name: 'x', query: text } })
    const body = { query: text, throughId: '1000' }
    const marked = await call({ module: markQuery, method: 'POST', body })
    for (const { status, body: answer } of [made, marked]) {
      expect(status).toBe(422)
      expect(answer['error']).toMatchObject({ code: 'bad_query', problems: [{ at: 0 }] })
    }
  },
)

test('hostile queries are answered with their faults', async () => {
  const texts = [
    'a'.repeat(10_000),
    '('.repeat(1000),
    `${'('.repeat(500)}${')'.repeat(500)}`,
    'a\0b',
    '"'.repeat(999),
  ]
  for (const text of texts) {
    const { status } = await call({ module: postings, query: `?query=${encodeURIComponent(text)}` })
    expect([400, 422], text.slice(0, 10)).toContain(status)
  }
})

test('matching postings are counted', async () => {
  expect((await call({ module: count, query: '?query=alpha' })).body).toEqual({ count: 3, isMore: false })
  expect((await callRoute(other.token, { module: count, query: '?query=alpha' })).body).toEqual({
    count: 0,
    isMore: false,
  })
})

test('a search is marked read up to what was shown, and taken back', async () => {
  const page = await call({ module: postings, query: '?query=alpha' })
  const late = await addSearched(database, sourceId, { title: 'Alpha late' })
  await indexAll(database)
  const body = { query: 'alpha', throughId: page.body['asOfId'] }
  const marked = await call({ module: markQuery, method: 'POST', body })
  expect(marked.body).toMatchObject({ marked: 3 })
  const unread = () => call({ module: postings, query: '?query=alpha&show=unread' })
  expect((await unread()).body['postings']).toMatchObject([{ id: late.toString() }])
  const undone = await call({ module: undo, method: 'POST', body: { undoToken: marked.body['undoToken'] } })
  expect(undone.body).toEqual({ restored: 3 })
  expect((await unread()).body['postings']).toHaveLength(4)
  await database.posting.delete({ where: { id: late } })
})

test('views are made, listed in their order, counted, changed and deleted, each by its owner alone', async () => {
  const make = (body: unknown) => call({ module: views, method: 'POST', body })
  const made = await make({ name: 'Alphas', query: 'alpha is:unread' })
  expect(made).toMatchObject({
    status: 201,
    body: { name: 'Alphas', query: 'alpha is:unread', order: 'newest', layout: null, position: 0 },
  })
  expect(await make({ name: 'Alphas', query: '' })).toMatchObject({ status: 409 })
  const second = await make({ name: 'Betas', query: 'beta', order: 'best', layout: 'cards' })
  const id = String(made.body['id'])
  const counts = await call({ module: viewCounts })
  expect(counts.body['counts']).toEqual({
    [id]: { count: 3, isMore: false },
    [String(second.body['id'])]: { count: 1, isMore: false },
  })
  const strangers = { module: view, params: { id } }
  expect(
    await callRoute(other.token, { ...strangers, method: 'PATCH', body: { name: 'Mine' } }),
  ).toMatchObject({ status: 404 })
  expect(await callRoute(other.token, { ...strangers, method: 'DELETE' })).toMatchObject({ status: 404 })
  const moved = await call({ ...strangers, method: 'PATCH', body: { position: 5, query: 'beta OR alpha' } })
  expect(moved.body).toMatchObject({ name: 'Alphas', position: 5, query: 'beta OR alpha' })
  expect((await call({ module: views })).body['views']).toMatchObject([{ name: 'Betas' }, { name: 'Alphas' }])
  expect((await callRoute(other.token, { module: views })).body).toEqual({ views: [] })
  expect(await call({ ...strangers, method: 'DELETE' })).toMatchObject({ status: 204 })
})
