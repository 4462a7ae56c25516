import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFolder } from '#lib/store/folders.ts'
import type { Database } from '#lib/store/database.ts'
import { markRead } from '#lib/store/mark-read.ts'
import { changePostings } from '#lib/store/posting-states.ts'
import { storePostings } from '#lib/store/store-postings.ts'
import { subscribe } from '#lib/store/subscriptions.ts'
import { addSubscriber, startServerDatabase } from '#tests/support/accounts.ts'
import { arrivingPosting, exportAccount, importFile } from '#tests/support/moving.ts'
import { referenceAt } from '#tests/support/test-clock.ts'

let database: Database
let stop: () => Promise<void>

beforeAll(async () => {
  ;({ database, stop } = await startServerDatabase())
})
afterAll(() => stop())

const minuteMs = 60_000

async function makeSource(subscriberId: string, name: string, folderId: number | null): Promise<bigint[]> {
  const address = { url: `https://${name}.example/feed`, hostName: `${name}.example` }
  const ownTitle = name === 'alpha' ? 'My “alpha” & more' : null
  const subscribed = await subscribe(database, subscriberId, { ...address, folderId, ownTitle }, referenceAt)
  if (subscribed === 'folder-not-found') throw new Error('no such folder')
  const newPostings = Array.from({ length: 12 }, (_, n) =>
    arrivingPosting(
      { guid: `${name}-${n}`, url: `https://${name}.example/${n}`, title: `${name} ${n}` },
      referenceAt + n * minuteMs,
    ),
  )
  await database.$transaction((transaction) =>
    storePostings(transaction, {
      ...{ sourceId: subscribed.sourceId, pollId: null, isFirst: false, foundAt: referenceAt },
      ...{ newPostings, editedPostings: [], aliases: [] },
    }),
  )
  const rows = await database.posting.findMany({
    where: { sourceId: subscribed.sourceId },
    orderBy: { id: 'asc' },
  })
  return rows.map((row) => row.id)
}

/** The export without what is told of the file and the account itself. */
function contentOf(text: string): Record<string, unknown> {
  const { exportedAt, account, ...content } = JSON.parse(text) as Record<string, unknown>
  expect([typeof exportedAt, typeof account]).toEqual(['string', 'object'])
  return content
}

test('what is exported and brought into a new account is exported again the same', async () => {
  const one = await addSubscriber(database, { name: 'one' })
  const two = await addSubscriber(database, { name: 'two' })
  await database.user.update({ where: { id: one.id }, data: { language: 'de' } })
  const view = { name: 'Rain', query: 'title:rain', order: 'best', layout: 'cards', position: 2 }
  await database.view.create({ data: { ...view, subscriberId: one.id } })
  const folder = await createFolder(database, one.id, { name: 'News & more', position: 3 })
  await createFolder(database, one.id, { name: 'Empty', position: 1 })
  if (typeof folder === 'string') throw new Error(`no folder was made: ${folder}`)
  const alpha = await makeSource(one.id, 'alpha', folder.id)
  const beta = await makeSource(one.id, 'beta', null)
  await makeSource(one.id, 'gamma', null) // nothing is read there
  const change = (ids: (bigint | undefined)[], what: object, at: number) =>
    changePostings(
      database,
      one.id,
      ids.flatMap((id) => id ?? []),
      what,
      at,
    )
  await markRead(database, one.id, { throughId: String(alpha[5]) }, referenceAt)
  await change([alpha[2], beta[3]], { isRead: false }, referenceAt + minuteMs)
  await change([alpha[8], beta[1]], { isStarred: true }, referenceAt + 2 * minuteMs)
  await change([beta[7]], { isRead: true, seen: true }, referenceAt + 3 * minuteMs)
  await importFile(one.token, JSON.stringify({ items: [brought] }))

  const written = await exportAccount(one.token)
  const content = contentOf(written)
  expect(content['views']).toEqual([view])
  expect(content['settings']).toMatchObject({ language: 'de' })
  expect(content['subscriptions']).toHaveLength(3)
  expect(content['states']).toHaveLength(6)
  const [report] = await importFile(two.token, written)
  expect(report).toMatchObject({ kind: 'skylark', refusal: null, added: 6, alreadyThere: 0, refused: 0 })
  expect(contentOf(await exportAccount(two.token))).toEqual(content)
  const [again] = await importFile(two.token, written)
  expect(again).toMatchObject({ added: 0, alreadyThere: 6 })
  expect(contentOf(await exportAccount(two.token))).toEqual(content)
})

const brought = {
  title: 'From long ago',
  published: 1_300_000_000,
  crawlTimeMsec: '1300000001000',
  categories: ['user/-/state/com.google/starred'],
  canonical: [{ href: 'https://gone.example/ago' }],
  content: { content: '<p>Long <b>ago</b>.</p>' },
  origin: { streamId: 'feed/https://gone.example/feed', title: 'Gone', htmlUrl: 'https://gone.example/' },
}

test('texts in an export are cleaned again when they come back, and what is no export is refused with its field', async () => {
  const { id, token } = await addSubscriber(database, { name: 'hostile' })
  await importFile(token, JSON.stringify({ items: [brought] }))
  const written = JSON.parse(await exportAccount(token)) as {
    states: { posting: { html: string } }[]
    folders: object[]
  }
  const [state] = written.states
  if (state === undefined) throw new Error('the star is missing')
  state.posting.html = '<p onclick="steal()">Nice</p><script>steal()</script>'
  written.folders.push({ name: 'A\u0000B', position: 0 })
  const other = await addSubscriber(database, { name: 'victim' })
  expect(await importFile(other.token, JSON.stringify(written))).toMatchObject([{ added: 1, refusal: null }])
  const row = await database.posting.findFirstOrThrow({ where: { source: { archiveOwnerId: other.id } } })
  expect(row.html).toBe('<p>Nice</p>')
  expect(await database.folder.findFirst({ where: { subscriberId: other.id } })).toMatchObject({ name: 'AB' })
  const wrong = { ...written, states: [{ ...state, key: 'x' }] }
  expect(await importFile(token, JSON.stringify(wrong))).toMatchObject([
    { refusal: '“states.0.key” holds something else than this format has there.' },
  ])
  expect(await database.folder.count({ where: { subscriberId: id } })).toBe(0)
})

test('read marks whose postings are not here are reported, not passed over', async () => {
  const { token } = await addSubscriber(database, { name: 'unknown' })
  const content = JSON.parse(await exportAccount(token)) as { subscriptions: object[]; states: object[] }
  const [url, foundAt] = ['https://nowhere.example/feed', new Date(referenceAt).toISOString()]
  const texts = { title: '', ownTitle: null, folder: null }
  const readThrough = { key: 'a'.repeat(40), foundAt }
  content.subscriptions.push({ url, ...texts, createdAt: foundAt, readThrough })
  const state = { starredAt: null, seenAt: null, posting: null }
  content.states.push({ feedUrl: url, key: 'b'.repeat(40), isRead: true, ...state })
  expect(await importFile(token, JSON.stringify(content))).toMatchObject([
    { found: 3, added: 1, alreadyThere: 0, notHere: 2 },
  ])
})
