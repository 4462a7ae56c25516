import { readFileSync } from 'node:fs'
import { createServer as createPlain } from 'node:http'
import { createServer as createSecure } from 'node:https'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import tls from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { takeBack } from '#lib/aggregator/take-back.ts'
import { rssDocument } from '#tests/support/servers/feed-documents.ts'
import { polledWorldOfEachTest, postingAfter } from '#tests/support/world/polled-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { whileUnderWay } from '#tests/support/measure/until.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const weekMs = 7 * dayMs

const [cert, key] = ['certificate.pem', 'key.pem'].map((name) =>
  readFileSync(path.resolve('tests/fixtures/tls', name), 'utf8'),
)
const authorities = tls.getCACertificates('default')
const world = polledWorldOfEachTest()

let front: Server
let plainUrl = ''
let securedUrl = ''
/** Documents by scheme; null: the address over https is not served. */
let served: { http: string; https: string | null }
let asked: string[] = []
const open = new Set<Socket>()

/** One port that speaks both, as a host does by two: the address is the same but for its scheme. */
beforeAll(async () => {
  tls.setDefaultCACertificates([...authorities, cert ?? ''])
  const answer = (scheme: 'http' | 'https') =>
    ((request, response) => {
      if (request.url !== '/feed') return void response.writeHead(404).end()
      asked.push(scheme)
      const body = served[scheme]
      response.writeHead(body === null ? 503 : 200, { 'content-type': 'application/rss+xml' }).end(body)
    }) satisfies Parameters<typeof createPlain>[1]
  const plain = createPlain(answer('http'))
  const secure = createSecure({ cert, key }, answer('https'))
  front = createServer((socket) => {
    open.add(socket)
    socket.once('data', (first) => {
      socket.pause()
      socket.unshift(first)
      const speaker = first[0] === 0x16 ? secure : plain
      speaker.emit('connection', socket)
      process.nextTick(() => socket.resume())
    })
    socket.on('error', () => undefined) // cut by whoever asked
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  const { port } = front.address() as AddressInfo
  plainUrl = `http://127.0.0.1:${port}/feed`
  securedUrl = plainUrl.replace('http:', 'https:')
})

afterAll(async () => {
  tls.setDefaultCACertificates(authorities)
  for (const socket of open) socket.destroy()
  await new Promise((resolve) => front.close(resolve))
})

beforeEach(() => void (asked = []))

/** A feed that names itself at an address. It changes with `count`, so that each poll reads it. */
function feedAt(selfUrl: string, count: number, first = 'a'): string {
  const postings = [first, 'b', 'c', 'd'].map((name, at) => postingAfter(name, -(at + 1) * hourMs))
  const self = `<link xmlns="http://www.w3.org/2005/Atom" rel="self" href="${selfUrl}"/><ttl>${count}</ttl>`
  return rssDocument('A feed', postings).replace('<channel>', `<channel>${self}`)
}

async function addPlain(): Promise<number> {
  const id = await world.addSource('/feed')
  await world.database.source.update({ where: { id }, data: { url: plainUrl } })
  return id
}

async function pollAt(id: number, at: number): Promise<void> {
  await world.database.source.update({ where: { id }, data: { nextPollAt: new Date(referenceAt + at) } })
  await world.clock.set(referenceAt + at)
  await whileUnderWay('the pass', world.pass(), async () => {
    await sleep(5)
    if (world.clock.sleepers() > 0) await world.clock.advance(1_000)
  })
}

const urlOf = async (id: number) => (await world.database.source.findUniqueOrThrow({ where: { id } })).url

describe('a feed that names its own address over https (rel=self)', () => {
  test('is adopted there after two proofs a week apart, and can be moved back for good', async () => {
    const id = await addPlain()
    for (const [count, at] of [0, dayMs, weekMs + hourMs, 2 * weekMs, 2 * weekMs + 2 * hourMs].entries()) {
      expect(await urlOf(id)).toBe(plainUrl)
      served = { http: feedAt(securedUrl, count), https: feedAt(securedUrl, count) }
      await pollAt(id, at)
    }
    expect(asked).toEqual(['http', 'http', 'http', 'https', 'http', 'http', 'https'])
    expect(await urlOf(id)).toBe(securedUrl)
    expect(await world.database.posting.count()).toBe(4)
    const entry = await world.database.auditEntry.findFirstOrThrow({ where: { act: 'source-moved' } })
    const actorId = (await world.database.user.findFirstOrThrow()).id
    const by = { actorId, address: null, at: new Date(), hold: () => Promise.resolve() }
    expect(await takeBack(world.database, entry.id, by)).toBe('reverted')
    for (const weeks of [3, 5, 7, 9]) {
      served = { http: feedAt(securedUrl, weeks), https: feedAt(securedUrl, weeks) }
      await pollAt(id, weeks * weekMs)
    }
    expect(await urlOf(id)).toBe(plainUrl)
  })

  test.each([
    ['has another feed', () => feedAt(securedUrl, 0, 'x').replaceAll('>b<', '>y<').replaceAll('/b', '/y')],
    ['names another address', () => feedAt(plainUrl, 0)],
    ['has no feed', () => '<html></html>'],
    ['does not answer', () => null],
  ])('stays where that %s, and is tried there once a week', async (_, https) => {
    const id = await addPlain()
    for (let day = 0; day < 30; day += 2) {
      served = { http: feedAt(securedUrl, day), https: https() }
      await pollAt(id, day * dayMs)
    }
    expect(await urlOf(id)).toBe(plainUrl)
    expect(asked.filter((scheme) => scheme === 'https').length).toBeLessThan(5)
    expect(asked.filter((scheme) => scheme === 'http').length).toBeGreaterThan(10)
  })

  test('stays where only one week was sure, and wherever it names the address of somebody else', async () => {
    const id = await addPlain()
    const elsewhere = 'https://other.example/feed'
    const named = [securedUrl, securedUrl, plainUrl, securedUrl, elsewhere, elsewhere, elsewhere]
    for (const [week, selfUrl] of named.entries()) {
      served = { http: feedAt(selfUrl, week), https: feedAt(selfUrl, week) }
      await pollAt(id, week * (weekMs + hourMs))
    }
    expect(await urlOf(id)).toBe(plainUrl)
    expect(asked.filter((scheme) => scheme === 'https')).toHaveLength(3)
  })
})
