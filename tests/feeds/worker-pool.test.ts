import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { createOpmlPool, createParsePool } from '#lib/feeds/parse-in-worker.ts'
import { parseOpml } from '#lib/feeds/parse-opml.ts'

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
  expect(await pool.parse(documentOf(ordinary))).toMatchObject({ ok: false, error: { kind: 'broken' } })
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
  const [small, neighbour] = [documentOf(ordinary), Buffer.from('neighbour')]
  expect(await pool.parse(small)).toMatchObject({ ok: true })
  expect(neighbour.toString()).toBe('neighbour')
  await pool.close()
})

test('a subscription list of 40,000 feeds is read in a thread, and nobody waits for it', async () => {
  const outline = (index: number) =>
    `<outline text="Feed ${index}" xmlUrl="https://site${index}.example/feed" htmlUrl="https://site${index}.example/"/>\n`
  const list = `<opml version="2.0"><body>${Array.from({ length: 40_000 }, (_, index) => outline(index)).join('')}</body></opml>`
  const pool = createOpmlPool()
  await pool.parse(Buffer.from('<opml><body/></opml>')) // the thread is up
  const waited = await longestWaitMs(async () => {
    const { outlines, refusal } = await pool.parse(Buffer.from(list))
    expect(refusal).toBeNull()
    expect(outlines).toHaveLength(40_000)
  })
  const alone = await longestWaitMs(async () => void parseOpml(Buffer.from(list)))
  expect(waited).toBeLessThan(alone / 2)
})

/** The longest that a timer of this thread had to wait meanwhile. */
async function longestWaitMs(work: () => Promise<void>): Promise<number> {
  const stalls = monitorEventLoopDelay({ resolution: 1 })
  stalls.enable()
  await new Promise((resolve) => setTimeout(resolve, 5)) // its clock starts with the first timer
  await work()
  await new Promise((resolve) => setTimeout(resolve, 5))
  stalls.disable()
  return stalls.max / 1e6
}
