import { beforeAll, expect, test } from 'vitest'
import * as highlights from '#app/api/v1/postings/[id]/highlights/route.ts'
import * as highlight from '#app/api/v1/postings/[id]/highlights/[highlightId]/route.ts'
import * as note from '#app/api/v1/postings/[id]/note/route.ts'
import * as posting from '#app/api/v1/postings/[id]/route.ts'
import * as postings from '#app/api/v1/postings/route.ts'
import type { PostingNotesAnswer } from '#lib/api/postings/postings.ts'
import { unsubscribe } from '#lib/store/subscriptions/unsubscribe.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { arrive, importFile } from '#tests/support/world/moving.ts'
import { addPostings, addSubscription } from '#tests/support/world/reading.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()
let reader: { readonly id: string; readonly token: string }
let other: { readonly id: string; readonly token: string }
let sourceId: number
let subscriptionId: number
let first: string
let second: string

beforeAll(async () => {
  reader = await addSubscriber(database, { name: 'reader' })
  other = await addSubscriber(database, { name: 'other' })
  ;({ sourceId, subscriptionId } = await addSubscription(database, reader.id, 'coast'))
  const ids = await addPostings(database, sourceId, [{ title: 'One' }, { title: 'Two' }])
  ;[first, second] = ids.map(String) as [string, string]
})

const words = { quote: 'the tide', before: 'When ', behind: ' comes' }

const write = (id: string, text: unknown, token = reader.token) =>
  callRoute(token, { module: note, method: 'PUT', params: { id }, body: { text } })
const mark = (id: string, body: unknown, token = reader.token) =>
  callRoute(token, { module: highlights, method: 'POST', params: { id }, body })
const unmark = (id: string, highlightId: number, token = reader.token) =>
  callRoute(token, { module: highlight, method: 'DELETE', params: { id, highlightId: String(highlightId) } })

async function notesOf(id: string, token = reader.token): Promise<PostingNotesAnswer | null> {
  const { body } = await callRoute(token, { module: posting, params: { id } })
  return body['notes'] as PostingNotesAnswer | null
}

async function noted(token = reader.token): Promise<unknown[]> {
  const { body } = await callRoute(token, { module: postings, query: '?query=is%3Anoted' })
  return (body['postings'] as { id: string }[]).map(({ id }) => id)
}

test('a note is kept with its posting, found by is:noted, and taken away when it is emptied', async () => {
  expect(await notesOf(first)).toBeNull()
  expect(await noted()).toEqual([])
  expect(await write(first, '  Ask the harbour  ')).toMatchObject({ body: { text: 'Ask the harbour' } })
  expect(await notesOf(first)).toEqual({ text: 'Ask the harbour', highlights: [] })
  expect(await noted()).toEqual([first])
  await write(first, ' ')
  expect(await notesOf(first)).toBeNull()
  expect(await noted()).toEqual([])
})

test('highlights are added once, in their order, and taken away one by one', async () => {
  await mark(second, words)
  await mark(second, words)
  const { body } = await mark(second, { ...words, quote: 'comes' })
  const { highlights: made } = body as unknown as PostingNotesAnswer
  expect(made.map(({ quote }) => quote)).toEqual(['the tide', 'comes'])
  expect(await noted()).toEqual([second])
  expect((await unmark(second, made[0]?.id ?? 0)).body).toMatchObject({ highlights: [{ quote: 'comes' }] })
  expect((await unmark(second, made[0]?.id ?? 0)).status).toBe(200)
  await unmark(second, made[1]?.id ?? 0)
  expect(await notesOf(second)).toBeNull()
  expect(await noted()).toEqual([])
})

test('nobody else sees, changes or makes them, and what is no highlight is refused with its field', async () => {
  const { body } = await mark(first, words)
  const [own] = (body as unknown as PostingNotesAnswer).highlights
  await addSubscription(database, other.id, 'coast')
  expect(await notesOf(first, other.token)).toBeNull()
  await unmark(first, own?.id ?? 0, other.token)
  expect(await notesOf(first)).toMatchObject({ highlights: [words] })
  const stranger = await addSubscriber(database, { name: 'stranger' })
  expect((await write(first, 'x', stranger.token)).status).toBe(404)
  expect((await mark(first, words, stranger.token)).status).toBe(404)
  expect(await database.postingState.count({ where: { subscriberId: stranger.id } })).toBe(0)
  for (const [field, wrong] of [
    ['quote', { ...words, quote: ' ' }],
    ['before', { ...words, before: 'x'.repeat(65) }],
    ['quote', { ...words, quote: 'a\0b' }],
  ] as const)
    expect(await mark(first, wrong)).toMatchObject({ status: 400, body: { error: { field } } })
  expect(await write(first, 'x'.repeat(20_001))).toMatchObject({ status: 400 })
  await unmark(first, own?.id ?? 0)
})

test('a text has 200 highlights at most, however many windows add them at once', async () => {
  const quoteOf = (n: number) => ({ ...words, quote: `word ${n}` })
  const kept = { subscriberId: reader.id, postingId: BigInt(first) }
  await database.postingHighlight.createMany({
    data: Array.from({ length: 198 }, (_, n) => ({ ...kept, ...quoteOf(n), createdAt: new Date() })),
  })
  const answers = await Promise.all([198, 199, 200, 201, 202].map((n) => mark(first, quoteOf(n))))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409])
  expect((await notesOf(first))?.highlights).toHaveLength(200)
  await database.postingHighlight.deleteMany({ where: kept })
  await write(first, '') // nothing is left
})

test('what has a note stays readable when its source is left', async () => {
  await write(second, 'Kept')
  await unsubscribe(database, reader.id, [subscriptionId], Date.now())
  expect(await notesOf(second)).toMatchObject({ text: 'Kept' })
  expect((await callRoute(reader.token, { module: posting, params: { id: first } })).status).toBe(404)
  expect(await noted()).toEqual([second])
})

test('notes on a posting that was brought along stay with it when a poll brings the real one', async () => {
  const { id: subscriberId, token } = await addSubscriber(database, { name: 'mover' })
  const item = {
    title: 'Long ago',
    categories: ['user/-/state/com.google/starred'],
    canonical: [{ href: 'https://later.example/1' }],
    origin: { streamId: 'feed/https://later.example/feed', title: 'Later' },
  }
  await importFile(token, JSON.stringify({ items: [item] }))
  const archived = await database.posting.findFirstOrThrow({
    where: { source: { archiveOwnerId: subscriberId } },
  })
  await write(String(archived.id), 'Remember', token)
  await mark(String(archived.id), words, token)
  const later = await addSubscription(database, subscriberId, 'later')
  await arrive(database, later.sourceId, { url: 'https://later.example/1', title: 'Long ago' })
  const real = await database.posting.findFirstOrThrow({ where: { sourceId: later.sourceId } })
  expect(await notesOf(String(archived.id), token)).toMatchObject({ text: 'Remember', highlights: [words] })
  expect(await notesOf(String(real.id), token)).toBeNull()
  expect(await noted(token)).toEqual([String(archived.id)])
})
