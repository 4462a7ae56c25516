import { caches } from 'undici'
import { expect, test } from 'vitest'
import { keep, star, titles, withOfflineServer } from '#tests/support/servers/offline-server.ts'
import { startOfflineWorker } from '#tests/support/browser/offline-worker.ts'

const world = withOfflineServer()

test('what an account did without the server waits while another one reads here, and is sent for its owner', async () => {
  const worker = await startOfflineWorker(world.server.origin)
  await worker.say(keep)
  world.isDown = true
  expect(await worker.ask('/api/v1/postings/1', star)).toMatchObject({ status: 200 })
  world.isDown = false
  world.signedIn = 'ben'
  await worker.ask('/api/auth/sign-in/email', { method: 'POST', body: {} })
  await worker.say(keep)
  await worker.ask('/api/v1/counts')
  expect(world.changes).toEqual([])
  world.signedIn = 'anna'
  await worker.ask('/api/auth/sign-in/email', { method: 'POST', body: {} })
  await worker.ask('/api/v1/counts')
  expect(world.changes).toEqual(['anna 1'])
  await worker.ask('/api/v1/counts')
  expect(world.changes).toEqual(['anna 1'])
})

test('what waits holds no posting: it outlasts the session of its owner', async () => {
  const worker = await startOfflineWorker(world.server.origin)
  await worker.say(keep)
  world.isDown = true
  await worker.ask('/api/v1/postings/1', star)
  world.signedIn = null
  world.isDown = false
  await worker.ask('/api/v1/counts')
  const texts = []
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys()) texts.push(await (await cache.match(request))?.text())
  }
  expect(texts.join()).toContain('isStarred')
  expect(texts.join()).not.toContain('of anna')
})

test('an account that signs in without a fresh page finds nothing of the one before', async () => {
  const worker = await startOfflineWorker(world.server.origin)
  await worker.say(keep)
  world.signedIn = 'ben'
  await worker.ask('/api/auth/sign-in/email', { method: 'POST', body: {} })
  world.isDown = true
  expect((await worker.ask('/api/v1/postings')).status).toBe(503)
})

test('a page that shows another account than is kept has it forgotten, one of the same does not', async () => {
  const worker = await startOfflineWorker(world.server.origin)
  await worker.say(keep)
  await worker.say({ type: 'account', userId: 'anna' })
  world.isDown = true
  expect(titles((await worker.ask('/api/v1/postings')).body)).toEqual(['of anna', 'of anna'])
  await worker.say({ type: 'account', userId: 'ben' })
  expect((await worker.ask('/api/v1/postings')).status).toBe(503)
})

test('who signs out while postings are fetched finds none of them kept', async () => {
  const worker = await startOfflineWorker(world.server.origin)
  world.meanwhile.set('/api/v1/offline', () => caches.delete('skylark-user'))
  await worker.say(keep)
  expect(await caches.has('skylark-user')).toBe(false)
})

test('the page that is left by signing out makes no place for what nobody reads', async () => {
  const worker = await startOfflineWorker(world.server.origin)
  world.signedIn = null
  let wasThere = false
  world.meanwhile.set('/api/v1/offline', async () => (wasThere = await caches.has('skylark-user')))
  await worker.say(keep)
  expect(wasThere).toBe(false)
})

test('an answer that arrives after signing out is not kept for whoever comes next', async () => {
  const worker = await startOfflineWorker(world.server.origin)
  await worker.say(keep)
  world.meanwhile.set('/api/v1/counts', async () => {
    await caches.delete('skylark-user')
    await caches.open('skylark-user') // as the next one's keeping does
  })
  await worker.ask('/api/v1/counts')
  expect(await (await caches.open('skylark-user')).keys()).toEqual([])
})

test('when somebody else signs in while all is fetched, nothing of the two accounts stays', async () => {
  const worker = await startOfflineWorker(world.server.origin)
  world.server.route('/', (_request, response) => {
    world.signedIn = 'ben'
    response.writeHead(200).end('<html></html>')
  })
  await worker.say(keep)
  expect(await caches.has('skylark-user')).toBe(false)
})
