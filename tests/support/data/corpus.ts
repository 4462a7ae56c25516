import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { ParsedFeed, ParseResult } from '#lib/documents/read/feed-types.ts'
import { createParsePool, type ParsePool } from '#lib/documents/threads/parse-in-worker.ts'
import { parseDate } from '#lib/documents/dates/parse-date.ts'
import { htmlToText } from '#lib/documents/html/plain-text.ts'
import { postingKeys } from '#lib/documents/identity/posting-identity.ts'
import { resolveLink } from '#lib/documents/html/web-address.ts'
import { sampled } from '#tests/support/run/tier.ts'

/**
 * The documents of a corpus, and what each should give: `expected` of its manifest, else `reference`, on which two other
 * parsers agree. Titles are compared as plain text, addresses as absolute ones of the web, dates as instants.
 */

/** The threads and limits of production. */
export const createCorpusPool = () => createParsePool({ threads: 2, timeoutMs: 2_000, heapMb: 48 })
/** Address the documents are read as coming from. */
export const corpusUrl = 'http://example.org/blog/feed.xml'

type Known = {
  readonly title?: string | null
  readonly entries?: number
  readonly first?: Readonly<Record<string, string | null>>
  readonly entries_at_least?: number
  /** Of all postings, in documents made for the corpus. */
  readonly links?: readonly (string | null)[]
  readonly plain_titles?: readonly string[]
}
const dayMs = 86_400_000

export type Listed = {
  readonly file: string
  readonly kind: string
  readonly compressed?: string
  readonly tags?: readonly string[]
  readonly http_headers?: Readonly<Record<string, string | null>>
  readonly expected?: Known & { readonly not_a_feed?: boolean }
  readonly reference?: Known & { readonly agree?: boolean }
}
export const fields = [
  'entries',
  'feed title',
  'first title',
  'first link',
  'first date',
  'ids stable',
] as const
/** Least shares in percent. */
export const goals = {
  entries: 99.5,
  'feed title': 98.5,
  'first title': 98,
  'first link': 98.5,
  'first date': 98.5,
  'ids stable': 100,
} as const
export type Comparison = {
  readonly file: string
  readonly field: (typeof fields)[number]
  readonly expected: unknown
  readonly got: unknown
  readonly isRight: boolean
}

/** Every document but subscription lists, web pages and the gzip bomb, which no parser gets to see. */
export function listDocuments(folder: string): Listed[] {
  const lines = readFileSync(path.join(folder, 'manifest.jsonl'), 'utf8').trim().split('\n')
  const all = lines.map((line) => JSON.parse(line) as Listed)
  return all.filter(({ kind, file }) => kind !== 'opml' && kind !== 'html' && !file.includes('gzip-bomb'))
}

/** Parses a document as served: with its headers. */
export async function parseListed(
  pool: Pick<ParsePool, 'parse'>,
  folder: string,
  listed: Listed,
): Promise<ParseResult> {
  const stored = readFileSync(path.join(folder, listed.file))
  const headers = Object.entries(listed.http_headers ?? {})
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null
  const body = listed.compressed === 'gzip' ? gunzipSync(stored) : stored
  return pool.parse({ body, contentType, url: corpusUrl })
}

/** Parses and compares all documents, by day each third one twice; ids must stay when order and dates change. */
export async function compareCorpus(pool: Pick<ParsePool, 'parse'>, folder: string): Promise<Comparison[]> {
  const all = listDocuments(folder)
  const twice = new Set(sampled(all))
  const compared = await Promise.all(
    all.map(async (listed) => {
      const parse = () => parseListed(pool, folder, listed)
      const first = await parse()
      const second = twice.has(listed) ? await parse() : first
      return compare(listed, first, keysOf(changed(second), true))
    }),
  )
  return compared.flat()
}

function compare(listed: Listed, result: ParseResult, keysAgain: string): Comparison[] {
  const known = knownOf(listed)
  const feed: ParsedFeed | null = result.ok ? result.feed : null
  const first = feed?.entries[0]
  // Documents made for the corpus list the addresses to open, not those of counters before them.
  const link = known.links?.[0] ?? known.first?.['link']
  const gotLink = (known.links === undefined ? null : first?.originalUrl) ?? first?.url ?? null
  const base = (feed?.kind === 'Atom' ? null : feed?.siteUrl) ?? corpusUrl
  const compared: readonly (readonly [field: Comparison['field'], expected: unknown, got: unknown])[] = [
    ['entries', ...counts(known, result)],
    ['feed title', plain(known.title), feed?.title ?? null],
    ['first title', known.plain_titles?.[0] ?? plain(known.first?.['title']), first?.title ?? null],
    ['first link', link === undefined ? undefined : resolveLink(atCorpusUrl(link), base), gotLink],
    ['first date', dateOf(known), first?.publishedAt ?? first?.updatedAt ?? null],
    ['ids stable', feed === null || feed.entries.length === 0 ? undefined : keysAgain, keysOf(result)],
  ]
  return compared
    .filter(([, expected]) => expected !== undefined)
    .map(([field, expected, got]) => ({
      file: listed.file,
      field,
      expected,
      got,
      isRight: expected === got,
    }))
}

function knownOf({ expected, reference }: Listed): Known {
  const agreed = reference?.agree === true ? reference : {}
  return { ...agreed, ...expected, first: { ...agreed.first, ...expected?.first } }
}

/** Some origins serve their documents from an address of their own. */
function atCorpusUrl(link: string | null): string | null {
  return link?.replace('http://127.0.0.1:8097', new URL(corpusUrl).origin) ?? null
}

/** A number of which only the least is known is compared as that least where it is reached. */
function counts(known: Known, result: ParseResult): [expected: unknown, got: unknown] {
  if (!result.ok) return [known.entries ?? known.entries_at_least, `refused: ${result.error.kind}`]
  const got = result.feed.entries.length
  if (known.entries !== undefined || known.entries_at_least === undefined) return [known.entries, got]
  return [known.entries_at_least, Math.min(got, known.entries_at_least)]
}

function dateOf(known: Known): number | null | undefined {
  const { published, updated } = known.first ?? {}
  const written = published ?? updated
  return written === undefined ? undefined : parseDate(written)
}

function plain(title: string | null | undefined): string | null | undefined {
  return title === null || title === undefined ? title : htmlToText(title) || null
}

/** The same document the next day: all dates are others, the oldest posting is on top. */
function changed(result: ParseResult): ParseResult {
  if (!result.ok) return result
  const entries = result.feed.entries.map((entry) => ({ ...entry, publishedAt: dayMs, updatedAt: null }))
  return { ok: true, feed: { ...result.feed, entries: entries.toReversed() } }
}

function keysOf(result: ParseResult, isReversed = false): string {
  if (!result.ok) return result.error.kind
  const keys = postingKeys(result.feed.entries)
  return (isReversed ? keys.toReversed() : keys).join(' ')
}

/** Documents known and right for one field. */
export function shareOf(compared: readonly Comparison[], field: Comparison['field']) {
  const known = compared.filter((one) => one.field === field)
  const right = known.filter(({ isRight }) => isRight).length
  return { known: known.length, right, percent: (100 * right) / known.length }
}
