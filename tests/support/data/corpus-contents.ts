import { readFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import sanitize from 'sanitize-html'
import { decodeDocument } from '#lib/documents/read/decode-document.ts'
import { readWithFeedsmith } from '#lib/documents/read/feedsmith-reader.ts'
import { bodiesOf } from '#lib/documents/read/normalise-entry.ts'
import { readFeed } from '#lib/documents/read/rss-reader.ts'
import { firstShown } from '#lib/documents/html/sanitise-html.ts'
import { corpusUrl, listDocuments, type Listed } from './corpus.ts'
import { compareContents, type ContentKind, type Loss } from './kept-contents.ts'
import { openContentsPage, showContents, type ShownContents, type ShownText } from './shown-contents.ts'

/** One posting: the texts that it offers, the fullest first, and what we show of it. */
type CorpusPosting = {
  readonly file: string
  readonly texts: readonly ShownText[]
  readonly cleaned: string
}

type Counts = Record<ContentKind, number>

export type CorpusContents = {
  readonly shown: Counts
  readonly losses: (Loss & { readonly file: string })[]
  /** The number of those that are lost where sanitize-html cleans with its own settings. */
  readonly lostBare: Counts
  /** The parts that show a reader nothing, by reason. */
  readonly ignored: Record<string, number>
}

/** The postings of all documents of a corpus that have a text. */
export async function listPostings(folder: string): Promise<CorpusPosting[]> {
  const found: CorpusPosting[] = []
  for (const listed of listDocuments(folder)) {
    const texts = await textsOf(folder, listed)
    found.push(...texts.map((each) => ({ file: listed.file, texts: each, cleaned: firstShown(each) })))
  }
  return found.filter(({ texts }) => texts.length > 0)
}

async function textsOf(folder: string, { file, compressed }: Listed): Promise<ShownText[][]> {
  const stored = readFileSync(path.join(folder, file))
  const text = decodeDocument(compressed === 'gzip' ? gunzipSync(stored) : stored, null)
  try {
    if (/^\s*[[{]/.test(text)) return jsonTexts(text)
    const raw = await readFeed(text, corpusUrl).catch(() => readWithFeedsmith(text, corpusUrl))
    const rules = raw?.kind === 'Atom' ? 'atom' : 'rss'
    return (raw?.entries ?? []).map((entry) => [
      ...bodiesOf(entry, { rules, base: entry.base, url: corpusUrl }, null),
    ])
  } catch {
    return [] // no feed; the other figures tell of it
  }
}

function jsonTexts(text: string): ShownText[][] {
  const { items } = JSON.parse(text) as { readonly items?: readonly { readonly content_html?: unknown }[] }
  return (items ?? []).map(({ content_html: html }) =>
    typeof html === 'string' ? [{ html, baseUrl: corpusUrl }] : [],
  )
}

const batch = 200

/** The contents of each posting's HTML that a browser shows as it was published, and those it shows after cleaning. */
export async function countContents(
  browser: Browser,
  postings: readonly CorpusPosting[],
): Promise<CorpusContents> {
  const context = await browser.newContext()
  const page = await openContentsPage(context)
  const total: CorpusContents = { shown: none(), losses: [], lostBare: none(), ignored: {} }
  for (let at = 0; at < postings.length; at += batch) {
    const some = postings.slice(at, at + batch)
    const offered = await showContents(
      page,
      some.flatMap(({ texts }) => texts),
    )
    const ours = await showContents(page, some.map(cleanedText))
    const bare = await showContents(page, some.map(bareText))
    let next = 0
    for (const [index, { file, texts }] of some.entries()) {
      const published = offered.slice(next, (next += texts.length)).find(showsSomething)
      const our = ours[index]
      const other = bare[index]
      if (published !== undefined && our !== undefined && other !== undefined)
        add(total, file, published, our, other)
    }
  }
  await context.close()
  return total
}

function add(
  { shown, losses, lostBare, ignored }: CorpusContents,
  file: string,
  published: ShownContents,
  ours: ShownContents,
  bare: ShownContents,
): void {
  const compared = compareContents(published, ours)
  for (const kind of ['pictures', 'embeds', 'words'] as const) shown[kind] += compared.shown[kind]
  losses.push(...compared.losses.map((loss) => ({ ...loss, file })))
  for (const { kind } of compareContents(published, bare).losses) lostBare[kind]++
  for (const [reason, count] of Object.entries(published.ignored))
    ignored[reason] = (ignored[reason] ?? 0) + count
}

function none(): Counts {
  return { pictures: 0, embeds: 0, words: 0 }
}

function cleanedText({ cleaned, texts }: CorpusPosting): ShownText {
  return { html: cleaned, baseUrl: texts[0]?.baseUrl ?? corpusUrl }
}

function bareText({ texts: [first] }: CorpusPosting): ShownText {
  return { html: sanitize(first?.html ?? ''), baseUrl: first?.baseUrl ?? corpusUrl }
}

function showsSomething({ words, pictures, embeds }: ShownContents): boolean {
  return words.length + pictures.length + embeds.length > 0
}
