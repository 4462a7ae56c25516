import { z } from 'zod'
import { readInstant, type WrittenPosting } from './imported-posting.ts'

const text = z.string().nullish()

/** An entry of Feedbin's starred.json, which names no feeds. */
export const feedbinEntry = z.looseObject({
  title: text,
  author: text,
  content: text,
  url: text,
  published: text,
  created_at: text,
})

/** Feedbin does not export when a star was set; `created_at` is when Feedbin got the entry. */
export function readFeedbinEntry(entry: z.infer<typeof feedbinEntry>, place: string): WrittenPosting {
  const publishedAt = readInstant(entry.published)
  return {
    place,
    feedUrl: null,
    feedTitle: null,
    siteUrl: null,
    guid: null,
    title: entry.title ?? '',
    url: entry.url ?? null,
    author: entry.author ?? null,
    html: entry.content ?? '',
    publishedAt,
    starredAt: readInstant(entry.created_at) ?? publishedAt ?? 0,
    isRead: true,
    labels: [],
    enclosures: [],
  }
}
