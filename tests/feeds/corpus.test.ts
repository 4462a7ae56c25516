import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { createParsePool } from '#lib/feeds/parse-in-worker.ts'
import type { ParsedFeed, ParseResult } from '#lib/feeds/feed-types.ts'
import { htmlToText } from '#lib/feeds/plain-text.ts'
import { parseDate } from '#lib/feeds/parse-date.ts'
import { resolveWebAddress } from '#lib/feeds/web-address.ts'

/**
 * The documents of `../shared/feed-corpus` through the same threads and limits as in production. What a document
 * should give is its `expected`, else what two other parsers agree on (`reference`).
 */
const corpus = path.resolve('..', 'shared', 'feed-corpus')
const url = 'http://example.org/blog/feed.xml'

type Known = {
  readonly title?: string | null
  readonly entries?: number
  readonly first?: Readonly<Record<string, string | null>>
  /** Links of all postings, of the documents made for the corpus. */
  readonly links?: readonly (string | null)[]
}
type Listed = {
  readonly file: string
  readonly kind: string
  readonly compressed?: string
  readonly tags?: readonly string[]
  readonly http_headers?: Readonly<Record<string, string | null>>
  readonly expected?: Known & { readonly not_a_feed?: boolean }
  readonly reference?: Known & { readonly agree?: boolean }
}
type Comparison = {
  readonly file: string
  readonly what: string
  readonly expected: unknown
  readonly got: unknown
  readonly isRight: boolean
}

const pool = createParsePool({ threads: 2, timeoutMs: 2_000, heapMb: 48 })
afterAll(() => pool.close())

function listDocuments(): Listed[] {
  const lines = readFileSync(path.join(corpus, 'manifest.jsonl'), 'utf8').trim().split('\n')
  const all = lines.map((line) => JSON.parse(line) as Listed)
  return all.filter(({ kind, file }) => kind !== 'opml' && kind !== 'html' && !file.includes('gzip-bomb'))
}

async function parse(listed: Listed): Promise<ParseResult> {
  const stored = readFileSync(path.join(corpus, listed.file))
  const headers = Object.entries(listed.http_headers ?? {})
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? null
  return pool.parse({ body: listed.compressed === 'gzip' ? gunzipSync(stored) : stored, contentType, url })
}

/** Titles are compared as plain text, addresses as absolute ones of the web, dates as instants. */
function compare(listed: Listed, result: ParseResult): Comparison[] {
  const reference = listed.reference?.agree === true ? listed.reference : {}
  const known: Known = {
    ...reference,
    ...listed.expected,
    first: { ...reference.first, ...listed.expected?.first },
  }
  const feed: ParsedFeed | null = result.ok ? result.feed : null
  const first = feed?.entries[0]
  const dates = known.first?.['published'] ?? known.first?.['updated']
  const link = listed.expected?.links?.[0] ?? known.first?.['link']
  const base = (feed?.kind === 'Atom' ? null : feed?.siteUrl) ?? url
  const compared: readonly (readonly [what: string, expected: unknown, got: unknown])[] = [
    ['entries', known.entries, result.ok ? result.feed.entries.length : `refused: ${result.error.kind}`],
    ['feed title', plain(known.title), feed?.title ?? null],
    ['first title', plain(known.first?.['title']), first?.title ?? null],
    ['first link', link === undefined ? undefined : resolveWebAddress(link, base), first?.url ?? null],
    [
      'first date',
      dates === undefined || dates === null ? undefined : parseDate(dates),
      first?.publishedAt ?? first?.updatedAt ?? null,
    ],
  ]
  return compared
    .filter(([, expected]) => expected !== undefined)
    .map(([what, expected, got]) => ({ file: listed.file, what, expected, got, isRight: expected === got }))
}

/** Why a comparison failed, as far as the two values tell. */
function causeOf({ what, expected, got }: Comparison): string {
  if (typeof got === 'string' && got.startsWith('refused')) return got
  if (what === 'entries')
    return Number(got) < Number(expected) ? 'postings missed' : 'more postings than known'
  if (got === null) return 'nothing found'
  if (expected === null) return 'found where nothing was known'
  if (typeof expected === 'string' && /\/~r\/|feeds\.feedburner\.com/.test(expected))
    return 'the original address instead of the one through FeedBurner, as the corpus wants it'
  return 'another value'
}

function grouped(
  compared: readonly Comparison[],
  keyOf: (one: Comparison) => string,
): Map<string, Comparison[]> {
  const groups = new Map<string, Comparison[]>()
  for (const one of compared) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}

/** One line for each field, and below it one for each cause of failure with the first documents. */
function asTable(compared: readonly Comparison[]): string {
  const lines: string[] = []
  for (const [what, group] of grouped(compared, ({ what }) => what)) {
    const wrong = group.filter(({ isRight }) => !isRight)
    const right = group.length - wrong.length
    lines.push(`${what}: ${right} of ${group.length} = ${((100 * right) / group.length).toFixed(2)} %`)
    for (const [cause, failures] of grouped(wrong, causeOf)) {
      const files = failures.slice(0, 3).map(({ file }) => file)
      lines.push(`  ${failures.length} × ${cause}: ${files.join(', ')}${failures.length > 3 ? ' …' : ''}`)
    }
  }
  return lines.join('\n')
}

function plain(title: string | null | undefined): string | null | undefined {
  return title === null || title === undefined ? title : htmlToText(title) || null
}

describe.skipIf(!existsSync(corpus))(
  'the corpus of feed documents (skipped where ../shared/feed-corpus is absent)',
  () => {
    it(
      'gives the known number of postings for at least 99 % of the documents',
      { timeout: 300_000 },
      async () => {
        const documents = listDocuments()
        const compared = await Promise.all(
          documents.map(async (listed) => compare(listed, await parse(listed))),
        )
        process.stdout.write(`${asTable(compared.flat())}\n`)
        const shareOf = (field: string) => {
          const group = compared.flat().filter(({ what }) => what === field)
          return { share: group.filter(({ isRight }) => isRight).length / group.length, known: group.length }
        }
        expect(shareOf('entries').known).toBeGreaterThan(2_000)
        expect(shareOf('entries').share).toBeGreaterThanOrEqual(0.99)
        expect(shareOf('first link').share).toBeGreaterThanOrEqual(0.98)
      },
    )

    it('takes nothing for a feed that is none, and answers within limits on hostile documents', async () => {
      for (const listed of listDocuments()) {
        if (listed.expected?.not_a_feed === true) expect((await parse(listed)).ok, listed.file).toBe(false)
        if (listed.tags?.includes('hostile') !== true) continue
        const startedAt = performance.now()
        const result = await parse(listed)
        expect(performance.now() - startedAt, listed.file).toBeLessThan(2_000)
        const shown = JSON.stringify(result)
        expect(shown, listed.file).not.toMatch(/root:x:|<script|onerror=|href=\\"javascript:/)
        expect(shown.length, listed.file).toBeLessThan(5_000_000)
      }
    })
  },
)
