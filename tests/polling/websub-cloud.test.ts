import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { document, rssDocument } from '#tests/support/servers/feed-documents.ts'
import { createPushedWorld, postingOf, type PushedWorld } from '#tests/support/world/pushed-world.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

let world: PushedWorld
let cloud: Awaited<ReturnType<typeof startCloud>>
beforeEach(async () => {
  world = await createPushedWorld()
  cloud = await startCloud()
})
afterEach(async () => {
  await cloud.close()
  await world.close()
})

const subscription = () => world.database.pushSubscription.findFirstOrThrow()

test('an rssCloud is asked, renewed within its 25 hours, and its ping polls the source', async () => {
  publish('first')
  await world.subscribe()
  expect(cloud.challenged).toEqual([true])
  expect(Object.fromEntries(cloud.requests[0] ?? [])).toMatchObject({
    notifyProcedure: '',
    protocol: 'http-post',
    url1: world.topic,
    domain: '127.0.0.1',
  })
  const { leaseEndsAt, state } = await subscription()
  expect(state).toBe('active')
  expect(Number(leaseEndsAt)).toBe(world.clock.now() + 25 * hourMs)

  publish('first', 'announced')
  await world.clock.advance(2 * minuteMs)
  expect(await cloud.ping(`${world.topic}/another`)).toBe(404)
  expect(await cloud.ping(world.topic)).toBe(200)
  await world.pass()
  expect(await world.titles()).toEqual(['first', 'announced'])
  expect((await subscription()).pushShare).toBeCloseTo(0.2) // the cloud brought it, though by a poll

  await world.clock.advance(20 * hourMs)
  await world.askHubs()
  expect(cloud.requests).toHaveLength(2)
  expect(Number((await subscription()).leaseEndsAt)).toBe(world.clock.now() + 25 * hourMs)
})

test('a cloud that refuses is asked again later, and nothing is expected of it', async () => {
  cloud.isWilling = false
  publish('first')
  await world.subscribe()
  expect(await subscription()).toMatchObject({ state: 'asked', leaseEndsAt: null })
  expect((await subscription()).lastError).toMatchObject({ code: 'cloudRefused' })
  expect((await subscription()).nextRequestAt.getTime()).toBeGreaterThan(world.clock.now() + 3 * minuteMs)
})

function publish(...titles: readonly string[]): void {
  const postings = titles.map((title) => postingOf(title, world.clock.now()))
  const { hostname, port } = new URL(cloud.url)
  const element = `<cloud domain="${hostname}" port="${port}" path="/pleaseNotify" registerProcedure="" protocol="http-post"/>`
  world.server.route(
    '/feed',
    document(rssDocument('A feed', postings).replace('<title>', `${element}<title>`)),
  )
}

/** An rssCloud server that checks the address it is to call before it answers. */
async function startCloud() {
  const requests: URLSearchParams[] = []
  const challenged: boolean[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const form = new URLSearchParams(text)
      requests.push(form)
      void challenge(form).then((isRight) => {
        challenged.push(isRight)
        response.end(`<notifyResult success="${String(isRight && cloud.isWilling)}" msg="so it is"/>`)
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.9', resolve))
  const callbackOf = (form: URLSearchParams) =>
    new URL(`http://${form.get('domain') ?? ''}:${form.get('port') ?? ''}${form.get('path') ?? ''}`)

  async function challenge(form: URLSearchParams): Promise<boolean> {
    const url = callbackOf(form)
    url.searchParams.set('url', form.get('url1') ?? '')
    url.searchParams.set('challenge', 'a random word')
    return (await (await fetch(url)).text()) === 'a random word'
  }

  const cloud = {
    url: `http://127.0.0.9:${(server.address() as AddressInfo).port}`,
    isWilling: true,
    requests,
    challenged,
    ping: async (url: string): Promise<number> => {
      const answer = await fetch(callbackOf(requests[0] ?? new URLSearchParams()), {
        method: 'POST',
        body: new URLSearchParams({ url }),
      })
      await answer.arrayBuffer()
      return answer.status
    },
    close: () => new Promise<void>((resolve) => void server.close(() => resolve()).closeAllConnections()),
  }
  return cloud
}
