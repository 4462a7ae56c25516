import { readFileSync } from 'node:fs'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import RssParser from 'rss-parser'
import { parseFeed } from '#lib/documents/read/parse-feed.ts'
import { createLargeParsePool } from '#lib/documents/threads/parse-in-worker.ts'
import { largeFolder } from '#tests/support/data/test-data.ts'
import { tellClaim } from './claims.ts'

/**
 * `npm run bench -- parse`: how long an ordinary document takes, sanitising and everything included, against rss-parser
 * alone in the same run. Takes the documents of 15 to 300 kB in ../shared/feed-corpus that rss-parser can read.
 * The two take turns with each document, so that a busy machine slows both; the ratio is the median of the rounds' ratios.
 */
const url = 'http://example.org/feed.xml'
const rounds = 15

type Listed = { readonly file: string; readonly kind: string; readonly bytes: number }

async function readByRssParser(body: Buffer): Promise<boolean> {
  try {
    await new RssParser().parseString(body.toString())
    return true
  } catch {
    return false // the corpus has documents that it refuses
  }
}

async function listOrdinary(corpus: string): Promise<Buffer[]> {
  const lines = readFileSync(path.join(corpus, 'manifest.jsonl'), 'utf8').trim().split('\n')
  const listed = lines.map((line) => JSON.parse(line) as Listed)
  const bodies: Buffer[] = []
  for (const { file, kind, bytes } of listed) {
    if (bytes < 15_000 || bytes > 300_000 || file.endsWith('.gz') || file.startsWith('synthetic/')) continue
    const body = readFileSync(path.join(corpus, file))
    if (/^(rss|atom)-/.test(kind) && (await readByRssParser(body))) bodies.push(body)
  }
  return bodies
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

async function main(): Promise<void> {
  const corpus = largeFolder('feed-corpus')
  if (corpus === null) return console.log('../shared/feed-corpus is absent: nothing to measure')
  const bodies = await listOrdinary(corpus)
  const theirs: number[] = []
  const ours: number[] = []
  for (let round = -3; round < rounds; round++) {
    let theirMs = 0
    let ourMs = 0
    for (const body of bodies) {
      theirMs += await timed(() => readByRssParser(body))
      ourMs += await timed(() => parseFeed({ body, contentType: null, url }))
    }
    if (round < 0) continue // warming up
    theirs.push(theirMs)
    ours.push(ourMs)
  }
  const kb = bodies.reduce((sum, { length }) => sum + length, 0) / 1024
  const ratio = median(ours.map((ms, round) => ms / (theirs[round] ?? Number.NaN)))
  console.log(`${bodies.length} documents, ${kb.toFixed(0)} kB`)
  const theirMs = median(theirs) / bodies.length
  const ourMs = median(ours) / bodies.length
  console.log(`rss-parser alone: ${theirMs.toFixed(2)} ms a document`)
  console.log(`parseFeed:        ${ourMs.toFixed(2)} ms a document`)
  console.log(`ratio:            ${ratio.toFixed(2)}`)
  tellClaim({
    what: 'a document read and sanitised',
    value: ourMs,
    unit: 'ms',
    bare: { what: 'rss-parser alone', value: theirMs },
  })
  await measureThreads(bodies)
}

/** As the aggregator does it: in threads; meanwhile, how long the main thread kept a timer waiting. */
async function measureThreads(bodies: readonly Buffer[]): Promise<void> {
  const pool = createLargeParsePool()
  const stalls = monitorEventLoopDelay({ resolution: 1 })
  let ms = 0
  for (let round = -1; round < 5; round++) {
    if (round === 0) stalls.enable()
    const documents = bodies.map((body) => ({ body: Buffer.from(body), contentType: null, url }))
    const took = await timed(() => Promise.all(documents.map((document) => pool.parse(document))))
    if (round >= 0) ms += took / 5
  }
  stalls.disable()
  await pool.close()
  console.log(`in threads:       ${Math.round((bodies.length / ms) * 1000)} documents a second`)
  console.log(`main thread:      at most ${Math.round(stalls.max / 1e6)} ms away`)
}

await main()
