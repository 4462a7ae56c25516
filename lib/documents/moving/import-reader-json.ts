import { z } from 'zod'
import { readInstant, type WrittenPosting } from './imported-posting.ts'

const text = z.string().nullish()
const links = z.array(z.looseObject({ href: text, type: text })).nullish()
const instant = z.union([z.number(), z.string()]).nullish()
const body = z.looseObject({ content: text }).nullish()

/** An item of a stream as Google Reader wrote it, and as Inoreader, FreshRSS and others still do. */
export const readerItem = z.looseObject({
  guid: text,
  title: text,
  author: text,
  published: instant,
  updated: instant,
  crawlTimeMsec: instant,
  timestampUsec: instant,
  /** Inoreader: when it was starred. */
  starred: z.union([z.number(), z.string(), z.boolean()]).nullish(),
  categories: z.array(z.unknown()).nullish(),
  canonical: links,
  alternate: links,
  content: body,
  summary: body,
  enclosure: z
    .array(z.looseObject({ href: text, type: text, length: z.union([z.number(), z.string()]).nullish() }))
    .nullish(),
  origin: z.looseObject({ streamId: text, title: text, htmlUrl: text, feedUrl: text }).nullish(),
})
type ReaderItem = z.infer<typeof readerItem>

const starredState = /\/state\/[^/]+\/starred$/
const readState = /\/state\/[^/]+\/read$/
const labelStream = /^user\/[^/]*\/label\/(.+)$/

/** `isStarredStream`: the file as a whole is a list of stars, so that its items need not say it. */
export function readReaderItem(item: ReaderItem, place: string, isStarredStream: boolean): WrittenPosting {
  const categories = (item.categories ?? []).filter((each) => typeof each === 'string')
  const publishedAt = readInstant(item.published) ?? readInstant(item.updated)
  const isStarred = isStarredStream || categories.some((each) => starredState.test(each))
  const { origin } = item
  return {
    place,
    feedUrl:
      origin?.feedUrl ?? /^feed\/(.+)$/.exec(origin?.streamId ?? '')?.[1]?.replace(/^\d+$/, '') ?? null,
    feedTitle: origin?.title ?? null,
    siteUrl: origin?.htmlUrl ?? null,
    guid: item.guid ?? null,
    title: item.title ?? '',
    url: item.canonical?.[0]?.href ?? item.alternate?.[0]?.href ?? null,
    author: item.author ?? null,
    html: item.content?.content ?? item.summary?.content ?? '',
    publishedAt,
    starredAt: isStarred ? starredAt(item, publishedAt) : null,
    isRead: categories.some((each) => readState.test(each)),
    labels: categories.flatMap((each) => labelStream.exec(each)?.[1] ?? []),
    enclosures: (item.enclosure ?? []).flatMap(({ href, type, length }) =>
      href ? [{ url: href, type: type ?? null, length: Number(length) || null }] : [],
    ),
  }
}

/** Only some write when the star was set; the next best is when the reader got the posting. */
function starredAt(item: ReaderItem, publishedAt: number | null): number {
  const candidates = [item.starred === true ? null : item.starred, item.timestampUsec, item.crawlTimeMsec]
  return candidates.map(readInstant).find((at) => at !== null) ?? publishedAt ?? 0
}

/** Whether the name of a stream says that it is the list of stars. */
export function isStarredStreamId(id: unknown): boolean {
  return typeof id === 'string' && starredState.test(id)
}
