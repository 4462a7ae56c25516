import { beforeEach, expect, test } from 'vitest'
import * as postings from '#app/api/v1/postings/route.ts'
import * as posting from '#app/api/v1/postings/[id]/route.ts'
import * as state from '#app/api/v1/postings/state/route.ts'
import { changeReadingSettings } from '#lib/store/ground/reading-settings.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { addPostings, addSubscription } from '#tests/support/world/reading.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()
let reader: { readonly id: string; readonly token: string }
let ids: bigint[]
let count = 0

/** One story in three sources, the last of which was read before. */
beforeEach(async () => {
  count += 1
  reader = await addSubscriber(database, { name: `reader${count}` })
  ids = []
  for (const name of ['wire', 'rail', 'harbour']) {
    const { sourceId } = await addSubscription(database, reader.id, `${name}${count}`)
    ids.push(...(await addPostings(database, sourceId, [{ title: name, shownAt: Date.now() - 60_000 }])))
  }
  await database.posting.updateMany({ where: { id: { in: ids } }, data: { clusterId: ids[0] ?? null } })
  await changeReadingSettings(database, reader.id, { readsWholeStory: false })
  await mark([2], true)
  await changeReadingSettings(database, reader.id, { readsWholeStory: true })
})

const idOf = (index: number) => String(ids[index])

async function mark(indices: readonly number[], isRead: boolean): Promise<unknown> {
  const body = { ids: indices.map(idOf), isRead }
  return (await callRoute(reader.token, { module: state, method: 'POST', body })).body
}

async function patch(index: number, body: object): Promise<void> {
  const params = { id: idOf(index) }
  expect((await callRoute(reader.token, { module: posting, method: 'PATCH', params, body })).status).toBe(200)
}

async function unread(): Promise<string[]> {
  const { body } = await callRoute(reader.token, { module: postings, query: '?show=unread' })
  return (body['postings'] as { title: string }[]).map(({ title }) => title).sort()
}

const apart = () => changeReadingSettings(database, reader.id, { showsStoryOnce: false })

test('a story that is marked read does not come back, and one that is taken back does', async () => {
  await patch(0, { isRead: true })
  expect(await unread()).toEqual([])
  await patch(0, { isRead: false })
  await apart()
  expect(await unread()).toEqual(['rail', 'wire']) // and not what was read before
})

test('stories that are scrolled past do not come back, until they are taken back', async () => {
  expect(await mark([0], true)).toEqual({ changed: 1 })
  expect(await unread()).toEqual([])
  expect(await mark([0], false)).toEqual({ changed: 1 })
  await apart()
  expect(await unread()).toEqual(['rail', 'wire'])
})

test('a star reads nothing', async () => {
  await patch(0, { isStarred: true })
  await apart()
  expect(await unread()).toEqual(['rail', 'wire'])
})

test('where postings are shown each, marking one reads that one; opening it reads its story', async () => {
  await apart()
  await patch(0, { isRead: true })
  expect(await unread()).toEqual(['rail'])
  await patch(0, { isRead: false })
  await mark([0], true)
  expect(await unread()).toEqual(['rail'])
  await patch(0, { isRead: true, seen: true })
  expect(await unread()).toEqual([])
})

test('who does not want the others to be read keeps them', async () => {
  await changeReadingSettings(database, reader.id, { readsWholeStory: false })
  await patch(0, { isRead: true })
  expect(await unread()).toEqual(['rail'])
})

test('a posting that the reader may not read tells nothing and reads nothing', async () => {
  const stranger = await addSubscriber(database, { name: `stranger${count}` })
  const { sourceId } = await addSubscription(database, stranger.id, `elsewhere${count}`)
  const [foreign] = await addPostings(database, sourceId, [{ title: 'elsewhere' }])
  await database.posting.updateMany({ where: { sourceId }, data: { clusterId: ids[0] ?? null } })
  const body = { ids: [String(foreign)], isRead: true }
  const { body: answer } = await callRoute(reader.token, { module: state, method: 'POST', body })
  expect(answer).toEqual({ changed: 0 })
  await apart()
  expect(await unread()).toEqual(['rail', 'wire'])
})
