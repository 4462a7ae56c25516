import { MutationObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PostingChange, PostingDetail } from '#lib/api/postings/postings.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { patchPostings } from '#lib/queries/postings/posting-cache.ts'
import { changePostingOptions, postingQuery } from '#lib/queries/postings/postings.ts'
import { createQueryClient } from '#lib/queries/requests/query-client.ts'

type Asked = { readonly what: string; readonly answer: (response: Response) => void }
let asked: Asked[]

beforeEach(() => {
  asked = []
  vi.stubGlobal('document', { hidden: false })
  vi.stubGlobal('fetch', (address: string, { method, body }: RequestInit) => {
    const what = `${method} ${address.replace('/api/v1/postings/', '')} ${typeof body === 'string' ? body : ''}`
    return new Promise<Response>((answer) => asked.push({ what: what.trim(), answer }))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const done = () => new Response(null, { status: 204 })
const refused = () =>
  Response.json({ error: { code: 'internal', message: 'no', requestId: '1' } }, { status: 500 })
const changes = () => asked.filter(({ what }) => what.startsWith('PATCH')).map(({ what }) => what)
const settled = () => new Promise((resolve) => setTimeout(resolve, 20))

const editedAt = '2026-01-05T00:00:00.000Z'

/** A window with two postings in its cache. */
function openWindow() {
  const client = createQueryClient()
  for (const id of ['8', '9'])
    client.setQueryData(keys.posting(id), { id, isRead: false, isStarred: false, editedAt } as PostingDetail)
  const act = (id: string, change: PostingChange) =>
    new MutationObserver(client, changePostingOptions(client)).mutate({ id, change }).then(
      () => 'done',
      () => 'refused',
    )
  const isRead = (id: string) => client.getQueryData<PostingDetail>(keys.posting(id))?.isRead
  return { client, act, isRead }
}

test.each([done, refused])(
  'changes of a posting show at once and reach the server one after the other (%o)',
  async (answer) => {
    const { act, isRead } = openWindow()
    const acts = [act('9', { isRead: true }), act('9', { isRead: false }), act('8', { isRead: true })]
    await settled()
    expect([isRead('9'), isRead('8')]).toEqual([false, true])
    expect(changes()).toEqual(['PATCH 9 {"isRead":true}', 'PATCH 8 {"isRead":true}'])
    asked.find(({ what }) => what === 'PATCH 9 {"isRead":true}')?.answer(answer())
    await vi.waitFor(() => expect(changes()).toHaveLength(3), { timeout: 30_000 })
    expect(changes()[2]).toBe('PATCH 9 {"isRead":false}')
    for (const { answer: end } of asked.slice(1)) end(done())
    expect(await Promise.all(acts)).toEqual([answer === done ? 'done' : 'refused', 'done', 'done'])
    const last = act('9', { isStarred: true })
    // What is kept is the version that this window shows.
    const starred = `PATCH 9 ${JSON.stringify({ isStarred: true, shownEditedAt: editedAt })}`
    await vi.waitFor(() => expect(changes()[3]).toBe(starred), { timeout: 30_000 })
    asked[3]?.answer(done())
    await last
  },
)

test('a refused change takes back what it changed, and nothing that was changed since', async () => {
  const { client, act, isRead } = openWindow()
  const acts = [act('9', { isRead: true }), act('9', { isStarred: true })]
  await settled()
  asked[0]?.answer(refused())
  await vi.waitFor(() => expect(changes()).toHaveLength(2), { timeout: 30_000 })
  asked.at(-1)?.answer(done())
  expect(await Promise.all(acts)).toEqual(['refused', 'done'])
  expect(isRead('9')).toBe(false)
  expect(client.getQueryData<PostingDetail>(keys.posting('9'))?.isStarred).toBe(true)
})

test('a text that was on its way when its posting was changed does not show it as it was', async () => {
  const { client, isRead } = openWindow()
  client.removeQueries({ queryKey: keys.posting('9') })
  const text = client.fetchQuery(postingQuery('9'))
  patchPostings(client, new Set(['9']), { isRead: false })
  asked[0]?.answer(Response.json({ id: '9', isRead: true }))
  await text
  await settled()
  expect(isRead('9')).toBe(false)
})
