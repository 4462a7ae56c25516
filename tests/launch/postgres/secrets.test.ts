import fs, { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { once } from 'node:events'
import { afterAll, expect, test, vi } from 'vitest'
import { keepSecret } from '#lib/launch/postgres/secrets.ts'

const root = mkdtempSync(path.join(os.tmpdir(), 'skylark-secrets-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const folders = 300
/** Threads have one process number, as the first processes of two containers do. Both begin with each folder at once. */
const keepMany = `
  const { workerData, parentPort } = require('node:worker_threads')
  const { root, folders, turns } = workerData
  import(workerData.secrets).then(({ keepSecret }) => {
    const kept = []
    for (let n = 0; n < folders; n++) {
      Atomics.add(turns, n, 1)
      const until = performance.now() + 30_000
      while (Atomics.load(turns, n) < 2) if (performance.now() > until) throw new Error('The other thread is gone.')
      kept.push(keepSecret(root + '/' + n + '/secret'))
    }
    parentPort.postMessage(kept)
  })
`

test('two processes with the same number, in containers that share a folder, keep the same secret', async () => {
  const turns = new Int32Array(new SharedArrayBuffer(4 * folders))
  const secrets = path.resolve('lib/launch/postgres/secrets.ts')
  const threads = [1, 2].map(
    () => new Worker(keepMany, { eval: true, workerData: { root, folders, turns, secrets } }),
  )
  const answers = threads.map((thread) => once(thread, 'message') as Promise<[string[]]>)
  const [[first], [second]] = await Promise.all([...answers] as [Promise<[string[]]>, Promise<[string[]]>])
  const files = first.map((_, n) => readFileSync(path.join(root, String(n), 'secret'), 'utf8').trim())
  expect(first).toEqual(files)
  expect(second).toEqual(files)
  expect(files.every((secret) => /^[0-9a-f]{64}$/.test(secret))).toBe(true)
  expect(readdirSync(path.join(root, '0'))).toEqual(['secret'])
})

test('a secret is on the disk by its name before anything is sealed with it', () => {
  const folder = path.join(root, 'on-disk')
  mkdirSync(folder)
  const [link, open, store] = [vi.spyOn(fs, 'linkSync'), vi.spyOn(fs, 'openSync'), vi.spyOn(fs, 'fsyncSync')]
  syncBuiltinESMExports()
  try {
    keepSecret(path.join(folder, 'secret'))
    const stored = store.mock.calls.at(-1)?.[0]
    expect(open.mock.results.at(-1)?.value).toBe(stored)
    expect(open.mock.calls.at(-1)?.[0]).toBe(folder)
    expect(store.mock.invocationCallOrder.at(-1)).toBeGreaterThan(
      link.mock.invocationCallOrder[0] ?? Infinity,
    )
  } finally {
    for (const spy of [link, open, store]) spy.mockRestore()
    syncBuiltinESMExports()
  }
})
