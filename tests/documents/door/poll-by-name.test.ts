import { execFileSync } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fetchFeed } from '#lib/documents/fetch/fetch-feed.ts'
import type { Resolve } from '#lib/documents/door/resolve-name.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { createFeedServer, type FeedServer } from '#tests/support/servers/feed-server.ts'
import { both, systemWithout, withNames } from '#tests/support/servers/with-names.ts'

const { names, folder, resolver } = withNames()
let server: FeedServer
beforeAll(async () => {
  server = await createFeedServer()
  server.route('*', rss({ postings: [{ title: 'One', publishedAt: 0 }] }))
})
afterAll(() => server.close())
const get = (host: string, resolve?: Resolve) =>
  fetchFeed(
    { url: `http://${host}:${new URL(server.origin).port}/`, etag: null, lastModified: null },
    {
      userAgent: 'Skylark/test',
      allowedPrivateNetworks: ['127.0.0.0/8'],
      ...(resolve === undefined ? {} : { resolve }),
    },
  )

it('a poll succeeds while fifty names are asked for whose name servers are silent, which end in time and in words', async () => {
  names.set('feed.test', { A: ['127.0.0.1'], AAAA: [] })
  const resolve = resolver({ waitMs: 2_000 })
  let ended = 0
  const silent = Array.from({ length: 50 }, (_, index) =>
    get(`host-${index}.silent.test`, resolve).finally(() => (ended += 1)),
  )
  const healthy = await get('feed.test', resolve)
  expect([healthy.kind, ended]).toEqual(['fetched', 0])
  for (const [index, answer] of (await Promise.all(silent)).entries())
    expect(answer).toMatchObject({
      errorKind: 'timeout',
      message: `host-${index}.silent.test did not answer in time.`,
    })
})

it.each([
  ['not-found', 'nowhere.test'],
  ['server-failure', 'failing.test'],
] as const)('a poll of a name that is not to be had (%s) says so', async (answer, host) => {
  names.set(host, both(answer))
  const resolve = resolver(systemWithout())
  expect(await get(host, resolve)).toMatchObject({
    errorKind: 'dns',
    message: `There is no host named ${host}.`,
  })
})

it('a poll of a name with private addresses is refused', async () => {
  names.set('rebound.test', { A: ['10.0.0.7'], AAAA: [] })
  const resolve = resolver()
  expect(await get('rebound.test', resolve)).toMatchObject({ errorKind: 'private-address' })
})

// A thread that opens a pipe which nobody writes to is taken until somebody does.
it.runIf(process.platform !== 'win32')('a poll needs no thread to resolve its name', async () => {
  const fifos = Array.from({ length: Number(process.env.UV_THREADPOOL_SIZE ?? 4) }, (_, index) =>
    path.join(folder, `fifo-${index}`),
  )
  execFileSync('mkfifo', fifos)
  const taken = fifos.map((fifo) => open(fifo))
  names.set('feed.test', { A: ['127.0.0.1'], AAAA: [] })
  const resolve = resolver()
  const kinds = Promise.all([get('localhost'), get('feed.test', resolve)])
  const blocked = new Promise<string>((late) => setTimeout(late, 10_000, 'waits for a thread').unref())
  const first = await Promise.race([kinds, blocked])
  const written = fifos.map((fifo) => openSync(fifo, 'r+'))
  for (const file of await Promise.all(taken)) await file.close()
  written.forEach(closeSync)
  expect(first).toMatchObject([{ kind: 'fetched' }, { kind: 'fetched' }])
})
