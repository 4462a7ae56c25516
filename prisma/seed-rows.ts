import { createHash } from 'node:crypto'
import { searchDocument } from '#lib/store/search/search-document.ts'
import { postingWords } from '#lib/store/search/search-index.ts'
import type { Stems } from '#lib/store/search/search-stems.ts'
import { makeText, type SeedLanguage } from './seed-texts.ts'

/** A posting as the seed writes it, and the document it is searched by. */
export type SeedPosting = {
  readonly id: number
  readonly sourceId: number
  readonly shownAt: Date
  readonly publishedAt: Date
  readonly title: string
  readonly author: string | null
  readonly url: string
  readonly html: string
  readonly excerpt: string
  readonly contentHash: string
  readonly document: string
}

export type SeedSource = { readonly id: number; readonly host: string; readonly language: SeedLanguage }

/** Published → found: half of them within a quarter of an hour, some days. */
const halfDelayMs = 15 * 60_000

/** Posting number `id` of a source, found at an instant, with a text of its language. */
export function makePosting(
  { id, shownAt }: { readonly id: number; readonly shownAt: Date },
  source: SeedSource,
  stems: Stems,
  random: () => number,
): SeedPosting {
  const { language } = source
  const title = makeText(language, 5 + Math.floor(random() * 7), random).replaceAll('.', '')
  const text = makeText(language, 25 + Math.floor(random() * 60), random)
  const author = random() < 0.6 ? makeText(language, 2, random) : null
  const url = `https://${source.host}/${shownAt.getUTCFullYear()}/${id}`
  const html = `<p>${text}</p>`
  const words = postingWords({ title, author, html, url })
  const about = { sourceId: source.id, language: language.code, shownAt: shownAt.getTime() }
  return {
    ...{ id, sourceId: source.id, shownAt, title, author, url, html },
    publishedAt: new Date(shownAt.getTime() + Math.round(halfDelayMs * Math.log2(1 - random()))),
    excerpt: text.length <= 300 ? text : `${text.slice(0, 299)}…`,
    contentHash: createHash('sha256').update(html).digest('hex'),
    document: searchDocument(words, about, stems),
  }
}
