/**
 * `npm run bench -- output-feeds`: bytes that readers of output feeds are sent on the recorded traces: each poll answered by the whole
 * feed, by 304 where nothing is new, and beside that by what is new alone (226, RFC 3229). Sia & Cho (4.6) found that the last
 * saves 64 % of the bytes.
 */
import { readTraceFile } from '#lib/lab/command/read-trace.ts'
import { headTagOf, tagOf } from '#lib/documents/write/feed-etag.ts'
import { planAnswer } from '#lib/documents/write/output-delta.ts'
import type { OutputDocument, OutputEntry } from '#lib/documents/write/output-document.ts'
import { writeFeed } from '#lib/documents/write/write-feed.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { findTraceFile } from '#tests/support/data/test-data.ts'
import { tellClaim } from './claims.ts'
import { digits, tableLines, traceNames } from './traces.ts'

const dayMs = 86_400_000
const days = 14
const pollsPerDay = [1, 4, 24] as const
/** Sources in a folder, of which there is one feed. */
const folderSizes = [1, 20] as const
const mostEntries = 50
const key = 'a secret of the bench, at least 32 characters'
/** Characters of a text: half are shorter than 1,200, as drawn from 300 to 4,800 by their logarithms. */
const textLength = { least: 300, most: 4_800 } as const

type Feed = { readonly postings: readonly Posting[] }
type Posting = { readonly at: number; readonly bytes: number; readonly tag: string }
type Bytes = {
  whole: number
  withNotModified: number
  withDelta: number
  polls: number
  notModified: number
  deltas: number
}

const head: OutputDocument = {
  id: 'tag:news.example,2026:skylark/feed/1',
  title: 'News',
  selfUrl: 'https://news.example/out/abcdefghijklmnopqrstuvwxyz0.atom',
  homeUrl: 'https://news.example/?folder=1',
  hubUrl: 'https://news.example/hub',
  updatedAt: new Date(0),
  entries: [],
}
const headBytes = Buffer.byteLength(writeFeed(head, 'atom'))
const headTag = headTagOf(head, key)
const random = seededRandom(1)

/** Of the length and shape that postings have; what the words are does not matter. */
function entryOf(id: number, at: number): OutputEntry {
  const length = textLength.least * (textLength.most / textLength.least) ** random()
  const words = 'word '.repeat(length / 5)
  return {
    id: `tag:news.example,2026:skylark/posting/${id}`,
    title: 'A title of some seven or eight words',
    url: `https://publisher.example/2026/01/05/a-title-of-some-words-${id}`,
    author: 'Ada Author',
    html: `<p>${words}</p>`,
    excerpt: words.slice(0, 300),
    publishedAt: new Date(at),
    updatedAt: new Date(at),
    sourceId: 'tag:news.example,2026:skylark/source/3',
    sourceTitle: 'The Publisher',
    sourceUrl: 'https://publisher.example/',
    labels: [],
    enclosures: [],
  }
}

let lastId = 0
function postingOf(at: number): Posting {
  const entry = entryOf(++lastId, at)
  const bytes = Buffer.byteLength(writeFeed({ ...head, entries: [entry] }, 'atom')) - headBytes
  return { at, bytes, tag: tagOf(entry, key) }
}

function feedsOf(sources: readonly { readonly postingTimes: Float64Array }[], size: number): Feed[] {
  const groups = Array.from({ length: Math.ceil(sources.length / size) }, (_, index) =>
    sources.slice(index * size, (index + 1) * size),
  )
  return groups.map((group) => ({
    postings: group
      .flatMap(({ postingTimes }) => [...postingTimes])
      .toSorted((one, other) => one - other)
      .map(postingOf),
  }))
}

/** A reader polls a feed at even intervals. Entity tags count where they are sent, either way. */
function poll({ postings }: Feed, startAt: number, intervalMs: number, bytes: Bytes): void {
  let held: Held | null = null
  let next = 0
  for (let at = startAt; at < startAt + days * dayMs; at += intervalMs) {
    const before = next
    while (next < postings.length && (postings[next]?.at ?? 0) <= at) next++
    if (held === null || next > before)
      held = changed(held, postings.slice(Math.max(0, next - mostEntries), next), bytes)
    else bytes.notModified += 1 // the same tag: 304
    bytes.polls += 1
    bytes.whole += held.bytes
    bytes.withNotModified += 2 * held.etag.length
    bytes.withDelta += 2 * held.etag.length
  }
}

/** The reader's copy of a feed. */
type Held = { readonly etag: string; readonly bytes: number }

/** A poll that finds something new. */
function changed(had: Held | null, newest: readonly Posting[], bytes: Bytes): Held {
  const shown = newest.toReversed()
  const state = { head: headTag, tags: shown.map(({ tag }) => tag) }
  const whole = headBytes + sizeOf(shown)
  const plan = planAnswer(state, { ifNoneMatch: had?.etag ?? null, aIm: 'feed' }, { scope: '1 atom', key })
  if (plan.kind === 'new') bytes.deltas += 1
  bytes.withNotModified += whole
  bytes.withDelta += deltaBytes(plan, shown, whole)
  return { etag: plan.etag, bytes: whole }
}

function deltaBytes(plan: ReturnType<typeof planAnswer>, shown: readonly Posting[], whole: number): number {
  if (plan.kind === 'not-modified') return 0
  if (plan.kind === 'whole') return whole
  return headBytes + sizeOf(plan.places.flatMap((place) => shown[place] ?? []))
}

function sizeOf(postings: readonly Posting[]): number {
  return postings.reduce((sum, { bytes }) => sum + bytes, 0)
}

function rowOf(
  name: string,
  feeds: readonly Feed[],
  size: number,
  perDay: number,
  startAt: number,
): string[] {
  const bytes: Bytes = { whole: 0, withNotModified: 0, withDelta: 0, polls: 0, notModified: 0, deltas: 0 }
  for (const feed of feeds) poll(feed, startAt + random() * (dayMs / perDay), dayMs / perDay, bytes)
  const share = (part: number) => `${(100 * part).toFixed(1)} %`
  tellClaim({
    what: `${name}: sent of a feed of ${size}, ${perDay} polls a day`,
    value: bytes.withDelta / 1e6,
    unit: 'MB',
    bare: { what: 'the whole feed each time', value: bytes.whole / 1e6 },
  })
  tellClaim({
    what: `${name}: the same, by 226 and 304`,
    value: bytes.withDelta / 1e6,
    unit: 'MB',
    bare: { what: 'by 304 alone', value: bytes.withNotModified / 1e6 },
  })
  return [
    `${size === 1 ? 'a source' : `${size} sources`}, ${perDay} a day`,
    digits(bytes.polls),
    digits(bytes.whole / 1e6),
    share(bytes.notModified / bytes.polls),
    share(bytes.deltas / bytes.polls),
    share(1 - bytes.withNotModified / bytes.whole),
    share(1 - bytes.withDelta / bytes.whole),
    share(1 - bytes.withDelta / bytes.withNotModified),
  ]
}

const header = [
  'a feed of',
  'polls',
  'whole, MB',
  '304',
  '226',
  'saved by 304',
  'by 304 and 226',
  '226 over 304 alone',
]

for (const name of traceNames) {
  const file = findTraceFile(name)
  if (file === null) {
    console.log(`Left out: there is no trace ${name}.`)
    continue
  }
  const sources = readTraceFile(file)
  // From its middle on, when documents are full.
  const times = sources.flatMap(({ postingTimes }) => [
    postingTimes[0] ?? Infinity,
    postingTimes.at(-1) ?? -Infinity,
  ])
  const startAt = (Math.min(...times) + Math.max(...times)) / 2
  const rows = folderSizes.flatMap((size) => {
    const feeds = feedsOf(sources, size)
    return pollsPerDay.map((perDay) => rowOf(name, feeds, size, perDay, startAt))
  })
  console.log(`\n${name}: ${days} days, ${mostEntries} entries at most\n${tableLines([header, ...rows])}`)
}
console.log('\nSia & Cho (4.6): 64 % of the bytes saved where only new entries are sent.')
