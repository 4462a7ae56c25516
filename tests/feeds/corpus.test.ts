import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { createParsePool } from '#lib/feeds/parse-in-worker.ts'
import type { ParsedFeed, ParseResult } from '#lib/feeds/feed-types.ts'
import { htmlToText } from '#lib/feeds/plain-text.ts'
import { parseDate } from '#lib/feeds/parse-date.ts'

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
  readonly what: string
  readonly expected: unknown
  readonly got: unknown
  readonly isRight: boolean
}

const pool = createParsePool({ threads: 2, timeoutMs: 2_000, heapMb: 96 })
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

/** Titles are compared as plain text, addresses as absolute ones, dates as instants. */
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
  const address = (written: string | null) =>
    written !== null && URL.canParse(written, url) ? new URL(written, feed?.siteUrl ?? url).href : null
  return [
    comparison('entries', known.entries, feed === null ? result : feed.entries.length),
    comparison('feed title', plain(known.title), feed?.title ?? null),
    comparison('first title', plain(known.first?.['title']), first?.title ?? null),
    comparison(
      'first link',
      known.first?.['link'] === undefined ? undefined : address(known.first['link']),
      first?.url ?? null,
    ),
    comparison(
      'first date',
      dates === undefined || dates === null ? undefined : parseDate(dates),
      first?.publishedAt ?? first?.updatedAt ?? null,
    ),
  ].filter(({ expected }) => expected !== undefined)
}

function comparison(what: string, expected: unknown, got: unknown): Comparison {
  return { what, expected, got, isRight: expected === got }
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
          documents.map(async (listed) => ({ listed, comparisons: compare(listed, await parse(listed)) })),
        )
        const shares = new Map<string, { right: number; all: number }>()
        const failures: string[] = []
        for (const { listed, comparisons } of compared) {
          for (const { what, expected, got, isRight } of comparisons) {
            const share = shares.get(what) ?? { right: 0, all: 0 }
            shares.set(what, { right: share.right + (isRight ? 1 : 0), all: share.all + 1 })
            if (!isRight)
              failures.push(
                `${what}\t${listed.file}\t${JSON.stringify(expected).slice(0, 100)}\t${JSON.stringify(got).slice(0, 100)}`,
              )
          }
        }
        const table = [...shares].map(
          ([what, { right, all }]) => `${what}: ${right} of ${all} = ${((100 * right) / all).toFixed(2)} %`,
        )
        process.stdout.write(
          `${table.join('\n')}\n${process.env['CORPUS_DETAILS'] === undefined ? failures.filter((line) => line.startsWith('entries')).join('\n') : failures.join('\n')}\n`,
        )
        const entries = shares.get('entries') ?? { right: 0, all: 0 }
        expect(entries.all).toBeGreaterThan(2_000)
        expect(entries.right / entries.all).toBeGreaterThanOrEqual(0.99)
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
