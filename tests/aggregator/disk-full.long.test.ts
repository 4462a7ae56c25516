import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startAggregator } from '#lib/aggregator/main.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import { createImageCache } from '#lib/documents/images/image-cache.ts'
import { buildWhenChanged } from '#lib/launch/build/build.ts'
import { LaunchError } from '#lib/launch/program/launch-error.ts'
import { migrate } from '#lib/launch/migrate/migrate.ts'
import { keepSecret } from '#lib/launch/postgres/secrets.ts'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import { verifyDatabase } from '#lib/store/server/verify.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { startChaosWeb } from '#tests/support/chaos/chaos-web.ts'
import { rss, type ServedPosting } from '#tests/support/servers/feed-documents.ts'
import { createFeedServer, type FeedServer } from '#tests/support/servers/feed-server.ts'
import { keepPostgres } from '#tests/support/servers/kept-postgres.ts'
import { replayContext } from '#tests/support/chaos/replay.ts'
import { canMount, mountSmallDisk } from '#tests/support/servers/small-disk.ts'
import { isNight } from '#tests/support/run/tier.ts'

const hosts = 4
const pollEveryMs = 2_000
/** Short, so that what was under way when the disk became full is soon polled again. */
const leaseMs = 6_000
const fullForMs = 15_000
const megabytes = 192

const mayMount = canMount()
if (!mayMount)
  console.log('The tests of a full disk are left out: they mount one, which takes root and Linux.')

beforeAll(() =>
  mayMount && isNight ? buildWhenChanged(console.log, AbortSignal.timeout(280_000)) : undefined,
)

/** Does not become smaller when it is packed. */
const text = (bytes: number) => randomBytes(bytes).toString('hex')

test.skipIf(!mayMount || !isNight)(
  'on a full disk nothing is half stored, readers are told so, and all goes on by itself when there is room',
  async () => {
    const disk = mountSmallDisk(megabytes)
    onTestFinished(() => disk.unmount()) // the last of these
    const postgres = await keepPostgres(disk.folder)
    onTestFinished(() => postgres.stop())
    await migrate(postgres.url)
    const database = openDatabase(postgres.url, { maxConnections: 8 })
    onTestFinished(() => database.$disconnect())
    const server = await createFeedServer({ hosts, network: 79 })
    onTestFinished(() => server.close())
    const postings: ServedPosting[] = []
    const publish = () => {
      const n = postings.length
      postings.push({
        title: `Posting ${n}`,
        guid: `g${n}`,
        text: text(100_000),
        publishedAt: Date.now() - 60_000,
      })
      server.route('/feed', rss({ postings, window: 40 }))
    }
    publish()
    const { id, token } = await addSubscriber(database, { name: 'ada' })
    await subscribeToAll(database, id, server)
    const context = { ...replayContext(database, systemClock), leaseMs }
    const stopAggregator = await startAggregator(context, postgres.url)
    const web = await startChaosWeb(postgres.url, disk.folder)
    onTestFinished(async () => void (await web.drain()))
    const ask = (address: string, method = 'GET', body?: unknown) => {
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      return fetch(`${web.origin}${address}`, {
        method,
        headers,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    }
    const health = async () => {
      const answer = await ask('/api/health').catch(() => null)
      const { codes = [] } = ((await answer?.json()) ?? {}) as { readonly codes?: readonly string[] }
      return [answer?.status, ...codes]
    }
    const stored = () => database.posting.count().catch(() => -1)
    await expect.poll(stored, { timeout: 30_000 }).toBe(hosts)
    await expect.poll(health, { timeout: 60_000 }).toEqual([200])
    const image = await addPicture(database, server, ask)

    disk.fill()
    // DATA_DIR is on the same disk: a picture is served without being kept, and nothing is left of the attempt.
    const served = await ask(image.address)
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(keptFiles(disk.folder)).toEqual([])
    // An answer is shared for a second, and the last one may be of before the disk was full.
    await expect.poll(health).toContain('databaseFull')
    const refused = new Set<string>()
    const statuses = new Set<number>()
    const before = server.requests.length
    const fullUntil = Date.now() + fullForMs
    while (Date.now() < fullUntil) {
      if (postings.length < 6) publish()
      const answer = await ask(`/api/v1/postings/${image.postingId}/note`, 'PUT', { text: text(9_000) })
      statuses.add(answer.status)
      if (!answer.ok) refused.add(((await answer.json()) as { error: { message: string } }).error.message)
      expect(await health()).toContain('databaseFull')
      await sleep(500)
    }
    expect([...statuses].filter((status) => status !== 200)).toEqual([503])
    expect([...refused].join()).toContain('The disk of the database is full')
    expect(server.requests.length).toBeGreaterThan(before) // it went on polling
    expect(await stored()).toBeLessThan(hosts * postings.length)

    disk.fill() // PostgreSQL gives some back now and then
    const secret = path.join(disk.folder, 'some-secret')
    expect(() => keepSecret(secret)).toThrow(LaunchError)
    expect(readdirSync(disk.folder).filter((name) => name.startsWith('some-secret'))).toEqual([])

    disk.makeRoom()
    await expect.poll(stored, { timeout: 90_000, interval: 500 }).toBe(hosts * postings.length)
    await expect.poll(health, { timeout: 60_000 }).toEqual([200])
    const note = await ask(`/api/v1/postings/${image.postingId}/note`, 'PUT', { text: 'There is room.' })
    expect(note.status).toBe(200)
    expect((await ask(image.address)).status).toBe(200)
    await expect.poll(() => keptFiles(disk.folder)).toHaveLength(1)
    expect(keepSecret(secret)).toHaveLength(64)
    // No source was taken for a bad one for what was the disk's fault.
    expect(await database.poll.count({ where: { outcome: 'failed' } })).toBe(0)

    await stopAggregator()
    expect([await web.drain(), web.ownEnds()]).toEqual([0, 0])
    const verified = await verifyDatabase(database, { now: Date.now(), speed: 1 })
    expect(verified.filter(({ broken }) => broken > 0)).toEqual([])
  },
)

test.skipIf(!mayMount)(
  'a picture for which there is no room leaves nothing behind, and the next one is kept',
  async () => {
    const disk = mountSmallDisk(4)
    onTestFinished(() => disk.unmount())
    const cache = createImageCache(path.join(disk.folder, 'images'), 1_000_000, Date.now)
    const image = { type: 'image/png', bytes: await makePicture() } as const
    disk.fill()
    await expect(cache.store('a', image)).rejects.toThrow('ENOSPC')
    expect(keptFiles(disk.folder)).toEqual([])
    disk.makeRoom()
    await cache.store('a', image)
    expect(await cache.find('a')).toEqual(image)
  },
)

const makePicture = () =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: '#06a' } })
    .png()
    .toBuffer()

async function subscribeToAll(database: Database, subscriberId: string, server: FeedServer): Promise<void> {
  for (const origin of server.origins) {
    const hostName = new URL(origin).hostname
    await database.host.create({ data: { name: hostName } })
    const data = { url: `${origin}/feed`, hostName, nextPollAt: new Date(), fixedIntervalMs: pollEveryMs }
    await database.source.create({ data: { ...data, subscriptions: { create: { subscriberId } } } })
  }
}

/** A posting with a picture that nobody has looked at; its address here. */
async function addPicture(
  database: Database,
  server: FeedServer,
  ask: (address: string) => Promise<Response>,
): Promise<{ readonly postingId: string; readonly address: string }> {
  const picture = await makePicture()
  server.route('/picture.png', (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
  })
  const { id } = await database.posting.findFirstOrThrow({ select: { id: true } })
  await database.posting.updateMany({ where: { id }, data: { imageUrl: `${server.origin}/picture.png` } })
  const { imageUrl } = (await (await ask(`/api/v1/postings/${id}`)).json()) as { readonly imageUrl: string }
  return { postingId: String(id), address: new URL(imageUrl, 'http://here').href.replace('http://here', '') }
}

function keptFiles(dataDir: string): readonly string[] {
  const folder = path.join(dataDir, 'images')
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
