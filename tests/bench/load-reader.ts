import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadClient } from './load-client.ts'
import { streamAct } from './load-results.ts'

/** The time at which a stream told of new postings: the event's id, and this machine's time. */
export type HeardAt = readonly [eventId: number, at: number]

/** All numbers that a window shows, in one answer. */
const numbers = '/api/v1/counts/all?fresh=30&day=true'
/** The requests of a window by itself when it is open, as seen in Chromium. */
const ofPage = [
  '/api/v1/views',
  '/api/v1/folders',
  '/api/v1/subscriptions',
  '/api/v1/labels',
  '/api/v1/organising',
  '/api/auth/get-session',
  numbers,
  '/api/v1/freshness/day',
  '/api/v1/alerts',
]
/** The number of times that people do each, of a hundred acts. */
const acts = [
  { share: 8, act: openPage },
  { share: 17, act: readOn },
  { share: 45, act: openPosting },
  { share: 12, act: markRead },
  { share: 12, act: star },
  { share: 6, act: search },
] as const

export type Reader = {
  readonly client: LoadClient
  readonly cookie: string
  readonly random: () => number
  /** Mean of the time between two acts. */
  readonly thinkMs: number
  readonly heard: HeardAt[]
  readonly signal: AbortSignal
  /** Of the list that is shown. */
  ids: string[]
  cursor: string | null
  /** Texts that are there already, opened or fetched ahead. */
  known: Set<string>
  /** The time at which numbers are asked for: soon after news, within a minute after an act, a minute after they were last asked for. */
  numbersAt: number
  /** Whether news or an act has them asked for. */
  isAwaited: boolean
}

export type GivenReader = Pick<Reader, 'client' | 'cookie' | 'random' | 'thinkMs' | 'heard' | 'signal'>

export function newReader(given: GivenReader): Reader {
  return { ...given, ids: [], cursor: null, known: new Set(), numbersAt: Infinity, isAwaited: false }
}

/** A reader with a window: acts after another as long as the signal lets, the stream beside. */
export async function read(reader: Reader): Promise<void> {
  const { signal, random, thinkMs } = reader
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined)
  await pause(random() * thinkMs) // they do not all come at once
  await openPage(reader)
  const stream = listen(reader)
  const numbersAsked = askNumbers(reader)
  while (!signal.aborted) {
    // Exponential, as of people who know nothing of each other; nobody thinks for ever.
    await pause(Math.min(4, -Math.log(1 - random())) * thinkMs)
    if (!signal.aborted) await drawAct(random())(reader)
  }
  await Promise.all([stream, numbersAsked])
}

function drawAct(drawn: number): (reader: Reader) => Promise<void> {
  let left = 100 * drawn
  for (const { share, act } of acts) {
    if (left < share) return act
    left -= share
  }
  return openPosting
}

async function openPage(reader: Reader): Promise<void> {
  const { client, cookie } = reader
  const html = await client.ask('page', cookie, { method: 'GET', path: '/', isDocument: true }, true)
  if (html !== null) takeList(reader, html)
  reader.known.clear()
  // Nothing but the server's way there and back, by the same client and as often.
  await client.ask('bare', cookie, { method: 'GET', path: '/healthz' })
  await askAll(reader, 'calls of the page', ofPage)
  reader.isAwaited = false
  reader.numbersAt = performance.now() + minuteMs
}

async function readOn(reader: Reader): Promise<void> {
  const cursor = reader.cursor === null ? '' : `&cursor=${encodeURIComponent(reader.cursor)}`
  const path = `/api/v1/postings?starred=false&later=false&show=unread&order=newest${cursor}`
  const list = await reader.client.ask('next page', reader.cookie, { method: 'GET', path }, true)
  if (list !== null) takeList(reader, list)
}

/** Opening a posting reads it, and the one behind it is fetched ahead; in Chromium j, j, j asks for one text and one change each. */
async function openPosting(reader: Reader): Promise<void> {
  const { ids } = reader
  const id = drawPosting(reader)
  if (id === null) return openPage(reader)
  await fetchText(reader, id)
  await Promise.all([
    fetchText(reader, ids[ids.indexOf(id) + 1] ?? id),
    change(reader, 'mark read', id, { isRead: true, seen: true }),
  ])
}

async function fetchText({ client, cookie, known }: Reader, id: string): Promise<void> {
  if (known.has(id)) return
  known.add(id)
  await client.ask('posting', cookie, { method: 'GET', path: `/api/v1/postings/${id}` })
}

async function markRead(reader: Reader): Promise<void> {
  const id = drawPosting(reader)
  if (id !== null) await change(reader, 'mark read', id, { isRead: true })
}

async function star(reader: Reader): Promise<void> {
  const id = drawPosting(reader)
  if (id !== null) await change(reader, 'star', id, { isStarred: reader.random() < 0.7 })
}

async function search(reader: Reader): Promise<void> {
  const word = words[Math.floor(reader.random() * words.length)] ?? ''
  const path = `/api/v1/postings?query=${encodeURIComponent(word)}`
  await reader.client.ask('search', reader.cookie, { method: 'GET', path })
}

/** Of the farm (feed-farm.ts): a word, a prefix, two words, a state. */
const words = ['bacedi', 'foguha', 'jeki*', 'lo*', 'bacedi OR nariso', 'is:unread tuva*']

async function change(reader: Reader, act: string, id: string, body: unknown): Promise<void> {
  const asked = { method: 'PATCH', path: `/api/v1/postings/${id}`, body, isBrief: true } as const
  await reader.client.ask(act, reader.cookie, asked)
  awaitNumbers(reader, (0.5 + reader.random() / 2) * minuteMs)
}

const minuteMs = 60_000

/** As a window does (lib/queries/postings/news-refresh.ts): what is to be sooner comes first. */
function awaitNumbers(reader: Reader, withinMs: number): void {
  const at = performance.now() + withinMs
  reader.numbersAt = reader.isAwaited ? Math.min(reader.numbersAt, at) : at
  reader.isAwaited = true
}

async function askAll(reader: Reader, act: string, paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => reader.client.ask(act, reader.cookie, { method: 'GET', path })))
}

function drawPosting({ ids, random }: Reader): string | null {
  return ids[Math.floor(random() * ids.length)] ?? null
}

/** Without parsing the whole: in a document the same stands in scripts, with its quotes escaped. */
function takeList(reader: Reader, text: string): void {
  const found = [...text.matchAll(/\\?"id\\?":\\?"(\d+)\\?",\\?"sourceId/g)].map(([, id = '']) => id)
  if (found.length > 0) reader.ids = found
  reader.cursor = /\\?"nextCursor\\?":\\?"([^"\\]+)/.exec(text)?.[1] ?? null
}

async function askNumbers(reader: Reader): Promise<void> {
  const { signal, client, cookie } = reader
  while (!signal.aborted) {
    await sleep(1_000, undefined, { signal }).catch(() => undefined)
    if (signal.aborted || performance.now() < reader.numbersAt) continue
    reader.isAwaited = false
    reader.numbersAt = performance.now() + minuteMs
    await client.ask('numbers', cookie, { method: 'GET', path: numbers })
  }
}

/** The wait of a browser before it connects again. */
const retryMs = 3_000

async function listen(reader: Reader): Promise<void> {
  const { client, cookie, signal } = reader
  while (!signal.aborted) {
    try {
      let rest = ''
      for await (const chunk of await client.open(cookie, '/api/v1/events', signal)) {
        const parts = `${rest}${chunk.toString()}`.split('\n\n')
        rest = parts.pop() ?? ''
        for (const part of parts) hear(reader, part)
      }
      client.fail(streamAct, 'it ended')
    } catch (error) {
      if (!signal.aborted) client.fail(streamAct, error instanceof Error ? error.message : String(error))
    }
    await sleep(retryMs, undefined, { signal }).catch(() => undefined)
  }
}

/** As a window does (lib/queries/events/events.ts), which knows of its own acts already. */
function hear(reader: Reader, text: string): void {
  const type = /^event: (\w+)$/m.exec(text)?.[1]
  if (type === 'postings') {
    const eventId = Number(/^id: (\d+)\./m.exec(text)?.[1])
    reader.heard.push([eventId, Date.now()])
    awaitNumbers(reader, 20_000 * reader.random())
  }
}
