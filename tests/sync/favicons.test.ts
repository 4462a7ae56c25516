import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, formOf } from '#tests/support/api/ask.ts'
import { createFeedServer, type FeedServer } from '#tests/support/servers/feed-server.ts'
import { withReaderApps, type ReaderApp } from '#tests/support/programs/reader-app.ts'
import { addReader, addSubscription } from '#tests/support/world/reading.ts'

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'skylark-favicons-'))
const server = withReaderApps({ DATA_DIR: dataDir })
let feeds: FeedServer
let app: ReaderApp
let picture: Buffer

beforeAll(async () => {
  feeds = await createFeedServer()
  picture = await sharp({ create: { width: 16, height: 16, channels: 3, background: '#06a' } })
    .png()
    .toBuffer()
  feeds.route(
    '/icon.png',
    (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(picture),
  )
  app = await server.app(await addReader(server.database, 'ada'))
})
afterAll(async () => {
  await feeds.close()
  rmSync(dataDir, { recursive: true, force: true })
})

test('icons that were never fetched are there when the app asks again; its list leads to them without a sign-in', async () => {
  const { sourceId } = await addSubscription(server.database, app.subscriberId, 'site')
  const iconUrl = `${feeds.origin}/icon.png`
  await server.database.source.update({ where: { id: sourceId }, data: { iconUrl } })
  await addSubscription(server.database, app.subscriberId, 'plain')
  const api_key = createHash('md5').update(`ada@example.org:${app.password}`).digest('hex')
  const fever = (query: string) =>
    ask(`${server.url}/fever/?api${query}`, { method: 'POST', body: formOf({ api_key }) })
  const icons = async () => (await fever('&favicons')).body['favicons']
  expect((await fever('&feeds')).body['feeds']).toMatchObject([{ favicon_id: 0 }, { favicon_id: sourceId }])
  expect(await icons()).toEqual([])
  await expect
    .poll(icons)
    .toEqual([
      { id: sourceId, data: expect.stringMatching(/^image\/(png|webp);base64,[\w+/]+=*$/) as string },
    ])
  const { body } = await app.get('subscription/list')
  const listed = (body['subscriptions'] as { id: string; iconUrl?: string }[]).map((each) => each.iconUrl)
  expect(listed[0]).toBeUndefined()
  expect(new URL(listed[1] ?? '').searchParams.get('url')).toBe(iconUrl)
})

test('the icons of one answer have a limit, however large they are, and however many feeds name one', async () => {
  const side = 1_400
  const noise = { raw: { width: side, height: side, channels: 3 } } as const
  const large = await sharp(randomBytes(3 * side * side), noise)
    .png()
    .toBuffer()
  feeds.route(
    '/large.png',
    (_, response) => void response.writeHead(200, { 'content-type': 'image/png' }).end(large),
  )
  const eve = await server.app(await addReader(server.database, 'eve'))
  const name = async (at: number, iconUrl: string) => {
    const { sourceId } = await addSubscription(server.database, eve.subscriberId, `large-${at}`)
    await server.database.source.update({ where: { id: sourceId }, data: { iconUrl } })
  }
  for (let at = 0; at < 4; at += 1) await name(at, `${feeds.origin}/large.png?${at}`)
  const api_key = createHash('md5').update(`eve@example.org:${eve.password}`).digest('hex')
  const icons = async () => {
    const asked = { method: 'POST', body: formOf({ api_key }) }
    const { body } = await ask(`${server.url}/fever/?api&favicons`, asked)
    return (body['favicons'] as { readonly data: string }[]).map(({ data }) => data.length)
  }
  await expect.poll(async () => (await icons()).length).toBe(2)
  await expect.poll(() => feeds.requests.filter(({ path }) => path.startsWith('/large')).length).toBe(4)
  const letters = async () => (await icons()).reduce((sum, length) => sum + length, 0)
  expect(await letters()).toBeLessThan(16_000_000)
  for (let at = 0; at < 4; at += 1) await name(at, `${feeds.origin}/large.png?0`)
  expect(await letters()).toBeLessThan(16_000_000)
})
