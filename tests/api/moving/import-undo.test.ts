import { expect, test } from 'vitest'
import * as undo from '#app/api/v1/import/undo/route.ts'
import type { ImportMade } from '#lib/api/sources/subscriptions.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { importFile, subscribeTo } from '#tests/support/world/moving.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()

const list = `<opml version="2.0" xmlns:skylark="urn:skylark:opml"><body>
  <outline text="Sea"><outline text="Deep">
    <outline text="Tides" xmlUrl="https://tides.example/feed" category="salt,old"/>
  </outline></outline>
  <outline text="Land"><outline text="Hills" xmlUrl="https://hills.example/feed"/></outline>
  <outline text="Empty"></outline>
  <outline text="Old" xmlUrl="https://old.example/feed"/></body></opml>`

/** All that a list may make, by name. */
async function rowsOf(subscriberId: string) {
  const where = { subscriberId }
  const names = (rows: readonly { readonly name: string }[]) => rows.map(({ name }) => name).toSorted()
  const subscriptions = await database.subscription.findMany({ where, include: { source: true } })
  return {
    feeds: subscriptions.map(({ source }) => source.url).toSorted(),
    folders: names(await database.folder.findMany({ where })),
    labels: names(await database.label.findMany({ where })),
  }
}

async function bring(token: string): Promise<ImportMade> {
  const [report] = await importFile(token, list)
  if (!report?.made) throw new Error('The import says nothing of what it made.')
  return report.made
}

async function takeBack(token: string, body: ImportMade): Promise<unknown> {
  const answer = await callRoute(token, { module: undo, method: 'POST', body })
  expect(answer.status).toBe(200)
  return answer.body
}

test('an import that is taken back leaves what was there before, and nothing else', async () => {
  const { id, token } = await addSubscriber(database, { name: 'undoes' })
  await subscribeTo(database, id, 'https://old.example/feed')
  await database.folder.create({ data: { subscriberId: id, name: 'Land' } })
  await database.label.create({ data: { subscriberId: id, name: 'old' } })
  const before = await rowsOf(id)
  const made = await bring(token)
  expect(await rowsOf(id)).toEqual({
    feeds: ['https://hills.example/feed', 'https://old.example/feed', 'https://tides.example/feed'],
    folders: ['Deep', 'Empty', 'Land', 'Sea'],
    labels: ['old', 'salt'],
  })
  expect(await takeBack(token, made)).toEqual({ ended: 2 })
  expect(await rowsOf(id)).toEqual(before)
  // A second time there is nothing left to take back.
  expect(await takeBack(token, made)).toEqual({ ended: 0 })
  expect(await rowsOf(id)).toEqual(before)
})

test('folders and labels of an import that something else uses by then stay', async () => {
  const { id, token } = await addSubscriber(database, { name: 'uses' })
  const oldId = await subscribeTo(database, id, 'https://old.example/feed')
  const made = await bring(token)
  const of = async (name: string) =>
    database.folder.findFirstOrThrow({ where: { subscriberId: id, name }, select: { id: true } })
  const deep = await of('Deep')
  await database.subscription.updateMany({
    where: { subscriberId: id, sourceId: oldId },
    data: { folderId: deep.id },
  })
  const land = await of('Land')
  const asks = { kind: 'folder', folderId: land.id, channelIds: [], afterId: 0n }
  await database.alert.create({ data: { subscriberId: id, name: 'Of the hills', ...asks } })
  await takeBack(token, made)
  expect(await rowsOf(id)).toEqual({
    feeds: ['https://old.example/feed'],
    folders: ['Deep', 'Land', 'Sea'],
    labels: [],
  })
  expect(await database.alert.count({ where: { subscriberId: id } })).toBe(1)
})

test('folders and labels of an import for which a query asks by their names stay', async () => {
  const { id, token } = await addSubscriber(database, { name: 'asks' })
  await database.label.create({ data: { subscriberId: id, name: 'Old' } })
  const made = await bring(token)
  const own = { subscriberId: id, name: 'Own' }
  await database.view.create({ data: { ...own, query: 'is:unread in:DEEP' } })
  await database.alert.create({
    data: { ...own, kind: 'query', query: 'storm label:salt OR label:old', channelIds: [], afterId: 0n },
  })
  await takeBack(token, made)
  expect(await rowsOf(id)).toEqual({
    feeds: [],
    folders: ['Deep', 'Sea'],
    labels: ['Old', 'salt'],
  })
})

test('an undo whose token ends meanwhile ends with its next step', async () => {
  const { id, token } = await addSubscriber(database, { name: 'ended' })
  const made = await bring(token)
  await database.$executeRaw`CREATE FUNCTION end_token() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN DELETE FROM "api_token" WHERE "userId" = OLD."subscriberId"; RETURN NULL; END $$`
  await database.$executeRaw`
    CREATE TRIGGER "end_token" AFTER DELETE ON "subscription" FOR EACH ROW EXECUTE FUNCTION end_token()`
  const answer = await callRoute(token, { module: undo, method: 'POST', body: made })
  await database.$executeRaw`DROP FUNCTION end_token CASCADE`
  expect(answer.status).toBe(401)
  expect((await rowsOf(id)).folders).toEqual(['Deep', 'Empty', 'Land', 'Sea'])
})

test('nobody takes back what another account imported', async () => {
  const owner = await addSubscriber(database, { name: 'owner' })
  const stranger = await addSubscriber(database, { name: 'stranger' })
  const made = await bring(owner.token)
  const before = await rowsOf(owner.id)
  expect(await takeBack(stranger.token, made)).toEqual({ ended: 0 })
  expect(await rowsOf(owner.id)).toEqual(before)
})
