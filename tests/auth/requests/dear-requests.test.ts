import path from 'node:path'
import { expect, test } from 'vitest'
import * as exportRoute from '#app/api/v1/export/route.ts'
import { becomeDear, inWork, isDearWork, letLightGoFirst } from '#lib/api/http/dear-work.ts'
import { ruleRequest } from '#lib/api/rules/rules.ts'
import { route } from '#lib/api/http/route.ts'
import { streamText } from '#lib/api/http/stream-text.ts'
import { POST as undoImport } from '#app/api/v1/import/undo/route.ts'
import { GET as listPostings } from '#app/api/v1/postings/route.ts'
import { POST as markRead } from '#app/api/v1/postings/mark-read/route.ts'
import { POST as arrangeSubscriptions } from '#app/api/v1/subscriptions/arrange/route.ts'
import { POST as changeSubscriptions } from '#app/api/v1/subscriptions/change/route.ts'
import { POST as endSubscriptions } from '#app/api/v1/subscriptions/end/route.ts'
import { POST as restoreSubscriptions } from '#app/api/v1/subscriptions/restore/route.ts'
import { POST as greader } from '#app/reader/[[...path]]/route.ts'
import { POST as fever } from '#app/fever/[[...path]]/route.ts'
import { GET as getOutput } from '#app/out/[file]/route.ts'
import { POST as runRule } from '#app/api/v1/rules/[id]/run/route.ts'
import { GET as getMiniflux, PUT as putMiniflux } from '#app/v1/[[...path]]/route.ts'
import { createAppPassword, feverKey } from '#lib/auth/requests/app-passwords.ts'
import { serverConnections, serverDatabase } from '#lib/store/connection/server-database.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { createToken } from '#lib/auth/identity/tokens.ts'
import { createRule } from '#lib/store/rules/rules.ts'
import { createOutputFeed, renewOutputFeed } from '#lib/store/outputs/output-feeds.ts'
import { addSubscriber, requestWith } from '#tests/support/world/accounts.ts'
import { addSubscription } from '#tests/support/world/reading.ts'
import { addTitles } from '#tests/support/world/searching.ts'
import { withServerDatabase } from '#tests/support/servers/server-database.ts'

const server = withServerDatabase()
const noParams = { params: Promise.resolve({}) }

/** Dear work that goes on until it is told to end. */
function createWork() {
  const running: (() => void)[] = []
  const handler = route(async (request) => {
    await requireSubscriber(request)
    await requireSubscriber(request) // as routes do that look at what a path names
    await new Promise<void>((end) => running.push(end))
  })
  const run = (token: string) => handler(requestWith(token, '/api/v1/rules/1/run', 'POST'), noParams)
  return { running, run, endAll: () => running.splice(0).forEach((end) => end()) }
}

test('an account has three dear requests at a time by all its tokens, some wait, and more come later; others go on', async () => {
  const { database } = server
  const ada = await addSubscriber(database, { name: 'ada' })
  const { token } = await createToken(database, ada.id, 'another')
  const bob = await addSubscriber(database, { name: 'bob' })
  const { running, run, endAll } = createWork()
  const answers = Array.from({ length: 20 }, (_, at) => run(at % 2 === 0 ? ada.token : token))
  let refusals = 0
  for (const answer of answers) void answer.then(({ status }) => (refusals += Number(status === 429)))
  const refused = await Promise.any(answers)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
  expect(await refused.json()).toMatchObject({ error: { code: 'too_many_requests' } })
  // Those that are still looked up would find room once the first have ended.
  await expect.poll(() => refusals).toBe(5)
  await expect.poll(() => running.length).toBe(3)
  const other = run(bob.token)
  await expect.poll(() => running.length).toBe(4)
  const statuses = Promise.all([...answers, other].map(async (answer) => (await answer).status))
  let isDone = false
  void statuses.then(() => (isDone = true))
  await expect
    .poll(
      () => {
        // Three of ada's, one of bob's.
        expect(running.length).toBeLessThanOrEqual(4)
        endAll()
        return isDone
      },
      { timeout: 20_000 },
    )
    .toBe(true)
  expect((await statuses).toSorted()).toEqual([...Array(16).fill(204), ...Array(5).fill(429)])
})

test('to change a few feeds is light; to change many, or mark all as read, is one of few at a time', async () => {
  const { database } = server
  const { id, token } = await addSubscriber(database, { name: 'tidy' })
  const { sourceId, subscriptionId } = await addSubscription(database, id, 'tidied')
  const { running, run, endAll } = createWork()
  const busy = [run(token), run(token), run(token)]
  await expect.poll(() => running.length).toBe(3)
  const ask = async (handler: typeof markRead, body: object) =>
    (await handler(requestWith(token, '/api/v1/tidy', 'POST', body), noParams)).status
  const few = [subscriptionId]
  const many = Array.from({ length: 101 }, (_, n) => subscriptionId + n)
  const light = async () => [
    await ask(markRead, { sourceId, throughId: '9' }),
    await ask(changeSubscriptions, { ids: few, isMuted: false }),
  ]
  expect(await light()).toEqual([200, 200])
  let answered = 0
  const dear = [
    ask(markRead, { throughId: '9' }),
    ask(changeSubscriptions, { ids: many, isMuted: false }),
    ask(arrangeSubscriptions, { folderId: null, ids: few }),
    ask(endSubscriptions, { ids: many }),
    ask(restoreSubscriptions, { ids: many }),
    ask(undoImport, { subscriptionIds: many, folderIds: [], labelIds: [] }),
  ]
  for (const each of dear) void each.then(() => (answered += 1))
  expect(await light()).toEqual([200, 200])
  expect(answered).toBe(0)
  endAll()
  expect(await Promise.all(dear)).toEqual([200, 200, 204, 200, 200, 200])
  expect((await Promise.all(busy)).map(({ status }) => status)).toEqual([204, 204, 204])
})

test('what is made while it is sent counts until it is, and until nobody takes it any more', async () => {
  const { token } = await addSubscriber(server.database, { name: 'eve' })
  const ask = () => exportRoute.GET(requestWith(token, '/api/v1/export'), noParams)
  const one = await ask()
  const other = await ask()
  const third = await ask()
  let isAnswered = false
  const later = [ask(), ask()].map(async (answer) => {
    expect((await answer).status).toBe(200)
    isAnswered = true
    await (await answer).text()
  })
  const { running, run, endAll } = createWork()
  const waiting = run(token)
  expect([one.status, other.status, third.status]).toEqual([200, 200, 200])
  expect([isAnswered, running.length]).toEqual([false, 0])
  await one.body?.cancel()
  // Whichever of the three was looked up first has the turn, and the others follow.
  await expect.poll(() => running.length).toBe(1)
  endAll()
  expect((await waiting).status).toBe(204)
  await Promise.all(later)
  await Promise.all([other.text(), third.text()])
})

test('whoever leaves, before the answer or before any of it is sent, holds nobody up', async () => {
  const { token } = await addSubscriber(server.database, { name: 'may' })
  const ask = (signal: AbortSignal) =>
    exportRoute.GET(new Request(requestWith(token, '/api/v1/export'), { signal }), noParams)
  const leaving = new AbortController()
  const unread = await Promise.all([1, 2, 3].map(() => ask(leaving.signal)))
  leaving.abort()
  const late = await Promise.all([1, 2, 3].map(() => ask(leaving.signal)))
  expect([...unread, ...late].map(({ status }) => status)).toEqual(Array(6).fill(200))
  expect(await (await ask(new AbortController().signal)).text()).toContain('skylark')
})

test('dear requests of however many accounts leave connections for lists', async () => {
  const { database } = server
  const released = Promise.withResolvers<void>()
  const running = new Set<string>()
  const handler = route(async (request) => {
    const { id } = await requireSubscriber(request)
    await serverDatabase().$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT 1`
      running.add(id)
      await released.promise
    })
  })
  const readers = await Promise.all(
    Array.from({ length: 8 }, (_, at) => addSubscriber(database, { name: `worst-${at}` })),
  )
  const answers = readers.flatMap(({ token }) =>
    Array.from({ length: 3 }, () => handler(requestWith(token, '/api/v1/rules/1/run', 'POST'), noParams)),
  )
  await expect.poll(() => running.size).toBeGreaterThan(1)
  const { token } = await addSubscriber(database, { name: 'patient' })
  const lists = Array.from({ length: 20 }, () =>
    listPostings(requestWith(token, '/api/v1/postings'), noParams),
  )
  expect((await Promise.all(lists)).map(({ status }) => status)).toEqual(Array(20).fill(200))
  released.resolve()
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(24).fill(204))
})

test('six runs of rules hold all connections of dear work, and need no other one to end', async () => {
  const { database } = server
  const begin = async (name: string) => {
    const { id, token } = await addSubscriber(database, { name })
    const { sourceId } = await addSubscription(database, id, name)
    await addTitles(database, sourceId, ['Whale'])
    const wanted = ruleRequest.parse({ name: 'Whales', query: 'whale', acts: { star: true } })
    const rule = await createRule(database, id, wanted)
    if (typeof rule === 'string') throw new Error(rule)
    const params = Promise.resolve({ id: String(rule.id) })
    return () => runRule(requestWith(token, `/api/v1/rules/${rule.id}/run`, 'POST'), { params })
  }
  const runs = await Promise.all(['runs-one', 'runs-other'].map(begin))
  const answers = await database.$transaction(
    async (transaction) => {
      await transaction.$executeRaw`LOCK TABLE "rule" IN ACCESS EXCLUSIVE MODE`
      const begun = runs.flatMap((run) => [run(), run(), run()])
      await expect
        .poll(
          async () => {
            const [row] = await transaction.$queryRaw<{ count: number }[]>`
              SELECT count(*)::int AS "count" FROM pg_locks WHERE NOT "granted" AND "relation" = '"rule"'::regclass
                AND "database" = (SELECT "oid" FROM pg_database WHERE "datname" = current_database())`
            return row?.count
          },
          { timeout: 30_000 },
        )
        .toBe(6)
      return begun
    },
    { timeout: 60_000 },
  )
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(6).fill(200))
})

/** Takes all connections of dear work, until they are given back. */
async function holdDearConnections(name: string): Promise<() => Promise<void>> {
  const released = Promise.withResolvers<void>()
  const running = { count: 0 }
  const hold = route(async (request) => {
    await requireSubscriber(request)
    await serverDatabase().$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT 1`
      running.count += 1
      await released.promise
    })
  })
  const holders = await Promise.all(
    [1, 2].map((at) => addSubscriber(server.database, { name: `${name}-${at}` })),
  )
  const held = holders.flatMap(({ token }) =>
    [1, 2, 3].map(() => hold(requestWith(token, '/api/v1/rules/1/run', 'POST'), noParams)),
  )
  await expect.poll(() => running.count).toBe(6)
  return async () => {
    released.resolve()
    await Promise.all(held)
  }
}

test('a dear call of a Miniflux app waits for the connections of dear work', async () => {
  const giveBack = await holdDearConnections('miniflux-holder')
  const owner = await addSubscriber(server.database, { name: 'miniflux' })
  const { token } = await createAppPassword(server.database, owner, 'App', false)
  const headers = { 'x-auth-token': token }
  const listed = getMiniflux(new Request('http://localhost/v1/entries', { headers }), undefined)
  await expect.poll(() => serverConnections().waiting).toBe(1)
  await giveBack()
  expect(await (await listed).json()).toEqual({ total: 0, entries: [] })
})

test('an output feed, which anybody may read who knows its address, waits for them, too', async () => {
  const { id } = await addSubscriber(server.database, { name: 'publisher' })
  const asked = { name: 'All', place: { kind: 'all' }, text: 'short', mostEntries: 10 } as const
  const made = await createOutputFeed(server.database, id, asked, Date.now())
  if (typeof made === 'string') throw new Error(made)
  const address = `${made.address}.atom`
  const file = path.basename(address)
  const giveBack = await holdDearConnections('feed-holder')
  const read = getOutput(new Request(address), { params: Promise.resolve({ file }) })
  await expect.poll(() => serverConnections().waiting).toBeGreaterThan(0)
  await giveBack()
  expect((await read).status).toBe(200)
})

test('readers of an output feed that take nothing hold three turns of it, and none of its owner', async () => {
  const { id, token } = await addSubscriber(server.database, { name: 'slow-readers' })
  const asked = { name: 'All', place: { kind: 'all' }, text: 'short', mostEntries: 10 } as const
  const made = await createOutputFeed(server.database, id, asked, Date.now())
  if (typeof made === 'string') throw new Error(made)
  const file = path.basename(`${made.address}.atom`)
  const read = () =>
    getOutput(new Request(`http://localhost/out/${file}`), { params: Promise.resolve({ file }) })
  const unread = [await read(), await read(), await read()]
  const answered: number[] = []
  const later = [read(), read()].map(async (reading) => {
    const answer = await reading
    await answer.text()
    answered.push(answer.status)
  })
  const exported = await exportRoute.GET(requestWith(token, '/api/v1/export'), noParams)
  expect([exported.status, await exported.text()]).toEqual([200, expect.stringContaining('skylark')])
  expect(answered).toEqual([])
  await renewOutputFeed(server.database, id, made.id, Date.now())
  await unread[0]?.body?.cancel()
  await Promise.all(later)
  expect(answered).toEqual([404, 404]) // the address ended while they waited
  await Promise.all(unread.slice(1).map((answer) => answer.text()))
})

test('what is written while it is sent is written in the work of its request', async () => {
  async function* parts() {
    for (let part = 0; part < 4; part += 1) yield await Promise.resolve(`${isDearWork()} `)
  }
  const body = await inWork(() => {
    becomeDear()
    return streamText(parts())
  })
  const reader = body.getReader()
  for (let part = 0; part < 4; part += 1) {
    await new Promise((resolve) => setImmediate(resolve)) // the part before is written, none is under way
    expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe('true ')
  }
})

test('dear calls of reader apps wait for the same turns; others do not', async () => {
  const owner = await addSubscriber(server.database, { name: 'app' })
  const { token: password } = await createAppPassword(server.database, owner, 'App', true)
  const { running, run, endAll } = createWork()
  const held = [1, 2, 3].map(() => run(owner.token))
  await expect.poll(() => running.length).toBe(3)
  const answered: string[] = []
  const post = async (handle: typeof greader, path: string, form: string, headers = {}) => {
    const answer = await handle(
      new Request(`http://localhost${path}`, {
        method: 'POST',
        body: form,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      }),
      undefined,
    )
    return { status: answer.status, text: await answer.text() }
  }
  const app = async (path: string, form: string) => {
    const headers = { authorization: `GoogleLogin auth=${await auth}` }
    const { status } = await post(greader, `/reader/api/0/${path}`, form, headers)
    answered.push(path)
    return status
  }
  const login = post(greader, '/reader/api/0/accounts/ClientLogin', `Email=${owner.email}&Passwd=${password}`)
  const auth = login.then(({ text }) => /^Auth=(.+)$/m.exec(text)?.[1] ?? '')
  const byKey = async (form: string) => {
    const { status } = await post(fever, '/fever/?api', `api_key=${feverKey(owner.email, password)}&${form}`)
    answered.push(form)
    return status
  }
  const entry_ids = Array.from({ length: 1001 }, (_, at) => at + 1)
  const ids = entry_ids.map((id) => `i=${id}`).join('&')
  const dear = [
    app('stream/items/ids', 'n=10000'),
    app('stream/contents', 'n=1000'),
    app('stream/items/contents', ids),
    app('edit-tag', `a=user/-/state/com.google/read&${ids}`),
    app('mark-all-as-read', 's=user/-/state/com.google/reading-list'),
    app('subscription/export', ''),
    byKey('unread_item_ids'),
    byKey('mark=group&as=read&id=0'),
  ]
  const light = [
    app('stream/items/ids', 'n=1000'),
    app('stream/contents', 'n=50'),
    app('edit-tag', 'a=user/-/state/com.google/read&i=1'),
    app('unread-count', ''),
    byKey('items'),
    byKey('mark=item&as=read&id=1'),
  ]
  expect(await Promise.all(light)).toEqual(Array(light.length).fill(200))
  expect(answered).toHaveLength(light.length)
  endAll()
  expect(await Promise.all(dear)).toEqual(Array(dear.length).fill(200))
  await Promise.all(held)
})

test('calls of Miniflux apps that go through all that an account has wait for the same turns', async () => {
  const owner = await addSubscriber(server.database, { name: 'flux' })
  const { token: password } = await createAppPassword(server.database, owner, 'App', false)
  const { sourceId } = await addSubscription(server.database, owner.id, 'site')
  const { running, run, endAll } = createWork()
  const held = [1, 2, 3].map(() => run(owner.token))
  await expect.poll(() => running.length).toBe(3)
  const answered: string[] = []
  const byToken = async (path: string, method = 'GET', body?: string) => {
    const headers = { 'x-auth-token': password }
    const request = new Request(`http://localhost/v1/${path}`, { method, headers, ...(body ? { body } : {}) })
    const answer = await (method === 'GET' ? getMiniflux : putMiniflux)(request, undefined)
    await answer.text() // written while it is taken
    const { status } = answer
    answered.push(path)
    return status < 300 ? 200 : status
  }
  const entry_ids = Array.from({ length: 1001 }, (_, at) => at + 1)
  const top = 2 ** 31 - 1
  const dear = [
    byToken('entries'),
    byToken('entries?status=unread&limit=1'),
    byToken(`entries?starred=true&category_id=${top}`),
    byToken(`feeds/${sourceId}/entries?limit=1000`),
    byToken(`feeds/${sourceId}/entries?search=river`),
    byToken('entries/ids'),
    byToken('entries', 'PUT', JSON.stringify({ entry_ids, status: 'read' })),
    byToken('feeds'),
    byToken(`categories/${top}/feeds`),
    byToken('feeds/counters'),
    byToken('categories?counts=true'),
    byToken('export'),
  ]
  const light = [
    byToken(`feeds/${sourceId}/entries?status=unread`),
    byToken('entries?starred=true'),
    byToken('categories'),
    byToken('entries', 'PUT', JSON.stringify({ entry_ids: [1], status: 'read' })),
  ]
  expect(await Promise.all(light)).toEqual(Array(light.length).fill(200))
  expect(answered).toHaveLength(light.length)
  endAll()
  expect(await Promise.all(dear)).toEqual(Array(dear.length).fill(200))
  await Promise.all(held)
})

test('dear work pauses between its pieces for light requests, but not for long', async () => {
  const work = { hasGoneOn: false }
  const dear = () =>
    inWork(async () => {
      becomeDear()
      work.hasGoneOn = false
      await letLightGoFirst()
      work.hasGoneOn = true
    })
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const alone = dear()
  await turn()
  expect(work.hasGoneOn).toBe(true)
  await alone
  const list = Promise.withResolvers<void>()
  const light = inWork(() => list.promise)
  const beside = dear()
  await turn()
  expect(work.hasGoneOn).toBe(false)
  await beside // its light neighbour waits for somebody else's server
  list.resolve()
  await light
})

test('to take back a run of rules is as dear as to run them, in whichever spelling of its number', async () => {
  const { token } = await addSubscriber(server.database, { name: 'undoes' })
  const asked = route(async (request) => {
    await requireSubscriber(request)
    return { isDear: isDearWork() }
  })
  const numbers = ['1', '%31', '0x1', '1.0', '+1']
  for (const path of numbers.flatMap((number) => [`rules/${number}/run`, `rules/runs/${number}/undo`])) {
    const answer = await asked(requestWith(token, `/api/v1/${path}`, 'POST'), noParams)
    expect(await answer.json()).toEqual({ isDear: true })
  }
})
