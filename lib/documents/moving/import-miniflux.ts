import { z } from 'zod'
import { readInstant, type WrittenPosting } from './imported-posting.ts'

const text = z.string().nullish()

/** An entry of Miniflux's API (`/v1/entries?starred=true`). */
export const minifluxEntry = z.looseObject({
  title: text,
  url: text,
  author: text,
  content: text,
  status: text,
  starred: z.boolean().nullish(),
  published_at: text,
  changed_at: text,
  enclosures: z.array(z.looseObject({ url: text, mime_type: text, size: z.number().nullish() })).nullish(),
  feed: z.looseObject({ feed_url: text, site_url: text, title: text }).nullish(),
})

/** Miniflux tells when an entry last changed, which for a star is when it was set or later. */
export function readMinifluxEntry(entry: z.infer<typeof minifluxEntry>, place: string): WrittenPosting {
  const publishedAt = readInstant(entry.published_at)
  return {
    place,
    feedUrl: entry.feed?.feed_url ?? null,
    feedTitle: entry.feed?.title ?? null,
    siteUrl: entry.feed?.site_url ?? null,
    guid: null,
    title: entry.title ?? '',
    url: entry.url ?? null,
    author: entry.author ?? null,
    html: entry.content ?? '',
    publishedAt,
    starredAt: entry.starred === true ? (readInstant(entry.changed_at) ?? publishedAt ?? 0) : null,
    isRead: entry.status === 'read',
    labels: [],
    enclosures: (entry.enclosures ?? []).flatMap(({ url, mime_type, size }) =>
      url ? [{ url, type: mime_type ?? null, length: size ?? null }] : [],
    ),
  }
}
