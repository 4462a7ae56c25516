import { expect, test } from 'vitest'
import * as folders from '#app/api/v1/folders/route.ts'
import * as labels from '#app/api/v1/labels/route.ts'
import * as opml from '#app/api/v1/opml/route.ts'
import * as views from '#app/api/v1/views/route.ts'
import type { OpmlReport } from '#lib/api/sources/subscriptions.ts'
import { subscribe } from '#lib/store/subscriptions/subscriptions.ts'
import { restoreSubscriptions, unsubscribe } from '#lib/store/subscriptions/unsubscribe.ts'
import { addSubscriber, publicUrl } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { exportAccount, importFile } from '#tests/support/world/moving.ts'
import { addReader } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const most = { MAX_SUBSCRIPTIONS: '3', MAX_FOLDERS: '2', MAX_LABELS: '2', MAX_VIEWS: '2' }

const { database } = await serverDatabaseOfFile(most)

const wish = (name: string, more: object = {}) => ({
  url: `https://${name}.example/feed`,
  hostName: `${name}.example`,
  ...more,
})

const acts = [
  { name: 'folders', module: folders, body: (name: string) => ({ name }) },
  { name: 'labels', module: labels, body: (name: string) => ({ name }) },
  { name: 'views', module: views, body: (name: string) => ({ name, query: 'rain' }) },
] as const

test.each(acts)(
  'of $name there are no more than the most, asked for at once',
  async ({ module, body, name }) => {
    const { token } = await addSubscriber(database, { name })
    const asked = ['a', 'b', 'c', 'd', 'e'].map((each) =>
      callRoute(token, { module, method: 'POST', body: body(each) }),
    )
    const answers = await Promise.all(asked)
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409])
    const refused = answers.find(({ status }) => status === 409)
    expect(refused?.body).toMatchObject({ error: { code: 'conflict', message: expect.stringMatching(/2/) } })
  },
)

test('of subscriptions, too; one that was there stays, and a source without room is not made', async () => {
  const reader = await addReader(database, 'full')
  const asked = ['one', 'two', 'three', 'four', 'five'].map((name) =>
    subscribe(database, reader, wish(name), referenceAt),
  )
  const results = await Promise.all(asked)
  expect(results.filter((result) => result === 'no-room')).toHaveLength(2)
  expect(await database.subscription.count({ where: { subscriberId: reader } })).toBe(3)
  expect(await database.source.count()).toBe(3)
  const [known] = await database.source.findMany()
  const again = await subscribe(database, reader, { url: known?.url ?? '', hostName: 'x' }, referenceAt)
  expect(again).toMatchObject({ isNew: false })
})

test('what was ended comes back as far as there is room', async () => {
  const reader = await addReader(database, 'back')
  for (const name of ['r1', 'r2', 'r3']) await subscribe(database, reader, wish(name), referenceAt)
  const own = await database.subscription.findMany({ where: { subscriberId: reader } })
  const ids = own.map(({ id }) => id)
  await unsubscribe(database, reader, ids, referenceAt)
  for (const name of ['r4', 'r5']) await subscribe(database, reader, wish(name), referenceAt)
  expect(await restoreSubscriptions(database, reader, ids, referenceAt)).toBe(1)
  expect(await database.subscription.count({ where: { subscriberId: reader } })).toBe(3)
})

test('a subscription whose folder has no room is not made', async () => {
  const reader = await addReader(database, 'folders-full')
  for (const name of ['f1', 'f2'])
    await subscribe(database, reader, wish(name, { folderName: name }), referenceAt)
  const result = await subscribe(database, reader, wish('f3', { folderName: 'f3' }), referenceAt)
  expect(result).toBe('no-room-for-folder')
  expect(await database.subscription.count({ where: { subscriberId: reader } })).toBe(2)
})

test('a list says which lines were left out, and which stand outside of their folders', async () => {
  const { id, token } = await addSubscriber(database, { name: 'list' })
  const line = (name: string) => `<outline text="${name}" xmlUrl="https://${name}.example/feed"/>`
  const inFolders = `<outline text="A"><outline text="B">${line('l1')}<outline text="C">${line('l2')}</outline></outline></outline>`
  const document = `<opml version="2.0"><body>\n${inFolders}\n${line('l3')}\n${line('l4')}</body></opml>`
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/xml' }
  const request = new Request(`${publicUrl}/api/v1/opml`, { method: 'POST', headers, body: document })
  const response = await opml.POST(request, { params: Promise.resolve({}) })
  const report = (await response.json()) as OpmlReport
  expect(report).toMatchObject({ added: 3, alreadySubscribed: 0, failed: 1 })
  expect(report.lines.map(({ title, result, message }) => [title, result, message])).toEqual([
    ['l1', 'added', null],
    ['l2', 'added', 'You can have 2 folders at most.'],
    ['l3', 'added', null],
    ['l4', 'failed', expect.stringMatching(/^You can have 3 subscriptions at most\./)],
  ])
  const placed = await database.subscription.findMany({
    where: { subscriberId: id },
    include: { folder: { include: { parent: true } } },
    orderBy: { id: 'asc' },
  })
  expect(placed.map(({ folder }) => folder && [folder.parent?.name, folder.name])).toEqual([
    ['A', 'B'],
    ['A', 'B'],
    null,
  ])
})

test('an export that holds more than there is room for says what was left out', async () => {
  const { id, token } = await addSubscriber(database, { name: 'export' })
  const own = await addSubscriber(database, { name: 'import' })
  for (const name of ['e1', 'e2', 'e3']) await subscribe(database, id, wish(name), referenceAt)
  for (const name of ['x', 'y']) {
    await database.folder.create({ data: { subscriberId: id, name } })
    await database.label.create({ data: { subscriberId: id, name: `label ${name}` } })
    await database.view.create({ data: { subscriberId: id, name: `view ${name}`, query: 'rain' } })
  }
  const { id: subscriberId } = own
  await database.folder.create({ data: { subscriberId, name: 'mine' } })
  await database.label.create({ data: { subscriberId, name: 'mine' } })
  await database.view.create({ data: { subscriberId, name: 'mine', query: 'rain' } })
  await subscribe(database, subscriberId, wish('mine'), referenceAt)
  const [report] = await importFile(own.token, await exportAccount(token))
  expect(report).toMatchObject({ found: 3, added: 2, alreadyThere: 0, refused: 1 })
  expect(report?.problems.map(({ place }) => place)).toEqual([
    'y',
    'label y',
    'view y',
    'https://e3.example/feed',
  ])
})
