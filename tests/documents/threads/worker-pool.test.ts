import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { expect, test, vi } from 'vitest'
import { createArticlePool, createOpmlPool, createParsePool } from '#lib/documents/threads/parse-in-worker.ts'
import { parseOpml } from '#lib/documents/moving/parse-opml.ts'
import { processorMs } from '#lib/documents/threads/processor-ms.ts'
import { isLargerThan } from '#lib/documents/threads/answer-size.ts'
import { isBusy } from '#lib/documents/threads/worker-pool.ts'
import { threadMs } from '#tests/support/measure/thread-time.ts'

const url = 'http://example.org/'
const ordinary =
  '<rss version="2.0"><channel><title>A feed</title><item><title>x</title></item></channel></rss>'
/** Keeps the parser busy for seconds: markup nested to the limit, again and again. */
const endless = `<rss><channel>${`<item><description>${'<b>'.repeat(40_000)}</description></item>`.repeat(20)}</channel></rss>`

function documentOf(body: string) {
  return { body: Buffer.from(body), contentType: null, url }
}

test('a document that takes too long costs its thread and no other document', async () => {
  const pool = createParsePool({ threads: 2, timeoutMs: 150, heapMb: 48 })
  await Promise.all([pool.parse(documentOf(ordinary)), pool.parse(documentOf(ordinary))]) // both threads are up
  const bodies = [endless, ...Array.from({ length: 20 }, () => ordinary)]
  const [first, ...others] = await Promise.all(bodies.map((body) => pool.parse(documentOf(body))))
  expect(first).toMatchObject({ ok: false, error: { kind: 'too-slow' } })
  for (const other of others) expect(other).toMatchObject({ ok: true, feed: { title: 'A feed' } })
  await pool.close()
  expect(await pool.parse(documentOf(ordinary))).toMatchObject({ ok: false, error: { kind: 'unread' } })
})

test('a thread ends when it has long had no work, and another reads the next document', async () => {
  const ended = vi.spyOn(Worker.prototype, 'terminate')
  const pool = createParsePool({ threads: 1, timeoutMs: 10_000, heapMb: 48, idleMs: 50 })
  expect(await pool.parse(documentOf(ordinary))).toMatchObject({ ok: true })
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce(), { timeout: 60_000 })
  expect(await pool.parse(documentOf(ordinary))).toMatchObject({ ok: true })
  await pool.close()
  ended.mockRestore()
})

test('a document gets its time of a processor, however much else the machine does', async () => {
  const item = `<item><title>A posting</title><description>${'Some words of it. '.repeat(50)}</description></item>`
  const large = `<rss version="2.0"><channel><title>A feed</title>${item.repeat(1_500)}</channel></rss>`
  const open = async (timeoutMs: number) => {
    const pool = createParsePool({ threads: 1, timeoutMs, heapMb: 128 })
    await pool.parse(documentOf(ordinary)) // the thread is up
    return pool
  }
  const patient = await open(60_000)
  const before = process.cpuUsage()
  await patient.parse(documentOf(large))
  const limitMs = 2 * processorMs(process.cpuUsage(before))
  const pool = await open(limitMs)
  const others = Array.from(
    { length: 3 * availableParallelism() },
    () => new Worker('for (;;);', { eval: true }),
  )
  const begunAt = performance.now()
  const { ok } = await pool.parse(documentOf(large))
  const tookMs = performance.now() - begunAt
  await Promise.all([...others.map((other) => other.terminate()), pool.close(), patient.close()])
  expect(tookMs).toBeGreaterThan(limitMs) // else the machine was not busy, and nothing is shown
  expect(ok).toBe(true)
})

test('a document that takes too much memory costs its thread and no other document', async () => {
  const pool = createParsePool({ threads: 1, timeoutMs: 20_000, heapMb: 32 })
  const huge = `<rss><channel>${`<item><title>${'x'.repeat(40)}</title></item>`.repeat(200_000)}</channel></rss>`
  const [first, second] = await Promise.all([huge, ordinary].map((body) => pool.parse(documentOf(body))))
  expect(first).toMatchObject({ ok: false, error: { kind: 'too-large' } })
  expect(second).toMatchObject({ ok: true })
  await pool.close()
})

test('bytes are handed over to the thread and not copied, and small ones leave their neighbours alone', async () => {
  const pool = createParsePool()
  const large = documentOf(ordinary + ' '.repeat(100_000))
  expect(await pool.parse(large)).toMatchObject({ ok: true })
  expect(large.body.byteLength).toBe(0)
  const small = documentOf(ordinary)
  const neighbour = Buffer.from('neighbour')
  expect(await pool.parse(small)).toMatchObject({ ok: true })
  expect(neighbour.toString()).toBe('neighbour')
  await pool.close()
})

test('subscribers take turns: who sends a feed waits for one of who sends many', async () => {
  const pool = createParsePool({ threads: 1, timeoutMs: 300, heapMb: 48 })
  await pool.parse(documentOf(ordinary)) // the thread is up
  const done: string[] = []
  const send = async (subscriberId: string, body: string) => {
    await pool.parse(documentOf(body), subscriberId)
    done.push(subscriberId)
  }
  const all = [...['eve', 'eve', 'eve'].map((eve) => send(eve, endless)), send('ada', ordinary)]
  await Promise.all([...all, send('bob', ordinary)])
  expect(done).toEqual(['eve', 'ada', 'bob', 'eve', 'eve'])
  await pool.close()
})

test('of one subscriber two pages wait besides the one that is read, of all 50; others are refused, ours never', async () => {
  const pool = createArticlePool()
  const page = () => ({ body: Buffer.from('<p>Hello</p>'), contentType: 'text/html', url })
  const outcomes = (ids: readonly (string | undefined)[]) =>
    ids.map((id) =>
      pool.extract(page(), id).then(
        () => 'read',
        (error: unknown) => isBusy(error) && 'busy',
      ),
    )
  const own = outcomes(['eve', 'eve', 'eve', 'eve', 'ada'])
  const many = outcomes(Array.from({ length: 48 }, (_, index) => `reader ${index}`))
  const ours = outcomes([undefined])
  expect(await Promise.all(own)).toEqual(['read', 'read', 'read', 'busy', 'read'])
  expect((await Promise.all(many)).filter((outcome) => outcome === 'busy')).toHaveLength(1)
  expect(await Promise.all(ours)).toEqual(['read'])
  expect(await Promise.all(outcomes(['eve']))).toEqual(['read'])
  await pool.close()
})

test('a list whose thread was ended is not called too heavy', async () => {
  // Ended in place of the list's arrival: no machine is fast enough to read it before.
  const sent = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function end(this: Worker) {
    void this.terminate()
  })
  const lists = createOpmlPool()
  const { refusal } = await lists.parse(Buffer.from('<opml><body/></opml>'))
  expect(refusal).toEqual({ reason: 'opmlUnread', values: {} })
  expect(sent).toHaveBeenCalledOnce()
  sent.mockRestore()
})

test('a subscription list of 40,000 feeds is read in a thread, and nobody waits for it', async () => {
  const outline = (index: number) =>
    `<outline text="Feed ${index}" xmlUrl="https://site${index}.example/feed" htmlUrl="https://site${index}.example/"/>\n`
  const list = `<opml version="2.0"><body>${Array.from({ length: 40_000 }, (_, index) => outline(index)).join('')}</body></opml>`
  const pool = createOpmlPool()
  await pool.parse(Buffer.from('<opml><body/></opml>')) // the thread is up
  const waited = await threadMs(async () => {
    const { outlines, refusal } = await pool.parse(Buffer.from(list))
    expect(refusal).toBeNull()
    expect(outlines).toHaveLength(40_000)
  })
  const alone = await threadMs(() => Promise.resolve(parseOpml(Buffer.from(list))))
  expect(waited).toBeLessThan(alone / 2)
})

test('a document whose answer would be far larger than itself costs its thread, and nothing is sent', async () => {
  const feeds = '<outline xmlUrl="http://a.example/"/>'.repeat(60_000)
  const list = `<opml><body>${`<outline text="${'N'.repeat(100)}">`.repeat(20)}${feeds}`
  const pool = createOpmlPool()
  const { outlines, refusal } = await pool.parse(Buffer.from(list))
  expect([outlines, refusal]).toEqual([[], { reason: 'opmlTooHeavy', values: {} }])
  expect((await pool.parse(Buffer.from('<opml><body/></opml>'))).refusal?.reason).toBe('opmlEmpty')
})

test('a text counts as often as it stands in an answer, whatever it stands in', () => {
  const text = 'a'.repeat(100)
  const answer = [{ text, values: [1, null, [text]] }, text]
  expect(isLargerThan(answer, 300)).toBe(true)
  expect(isLargerThan(answer, 400)).toBe(false)
  let deep: unknown = null
  for (let at = 0; at < 100_000; at += 1) deep = [deep]
  expect([isLargerThan(deep, 700_000), isLargerThan(deep, 900_000)]).toEqual([true, false])
})
