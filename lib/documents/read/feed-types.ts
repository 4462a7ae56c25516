import type { Barrier } from '#lib/documents/door/find-barrier.ts'

/** A feed document as the rest of the program sees it, whatever its format was. */
export type ParsedFeed = {
  readonly kind: FeedKind
  /** Plain text. */
  readonly title: string | null
  readonly description: string | null
  readonly siteUrl: string | null
  readonly language: string | null
  readonly iconUrl: string | null
  /** The address at which the feed says it lives (rel=self). */
  readonly selfUrl: string | null
  /** WebSub hub (rel=hub). */
  readonly hubUrl: string | null
  /** rssCloud: where to ask for announcements by http-post. */
  readonly cloudUrl: string | null
  readonly hints: DocumentHints
  /** In the order of the document. */
  readonly entries: readonly ParsedEntry[]
}

export type FeedKind = 'RSS 2.0' | 'RSS 1.0' | 'RSS 0.9' | 'Atom' | 'CDF' | 'JSON Feed'

/** The document's hints about when to look again; all of them are wishes, none is proven. */
export type DocumentHints = {
  /** RSS ttl. */
  readonly ttlMinutes: number | null
  /** Hours of the day (0-23, UTC) and days (0 = Sunday, UTC) without new postings. */
  readonly skipHours: readonly number[]
  readonly skipDays: readonly number[]
  /** sy:updatePeriod / sy:updateFrequency as one interval. */
  readonly updatePeriodMs: number | null
}

export type ParsedEntry = {
  /** RSS guid, Atom id, JSON Feed id, rdf:about: as written, trimmed. */
  readonly guid: string | null
  /** Plain text on one line. */
  readonly title: string | null
  /** Absolute address of the web, or a link that opens another program (`resolveLink`). */
  readonly url: string | null
  /** The posting's own address where `url` leads through a counter (feedburner:origLink). */
  readonly originalUrl: string | null
  readonly author: string | null
  /** Sanitised HTML, safe to show. Empty when there is no text. */
  readonly html: string
  /** The beginning of the text as plain text, at most 300 characters. */
  readonly excerpt: string
  readonly publishedAt: number | null
  readonly updatedAt: number | null
  readonly imageUrl: string | null
  readonly enclosures: readonly Enclosure[]
  readonly categories: readonly string[]
  /** Entries that share guid and address are revisions of one (Atom, RFC 4287 4.1.1). */
  readonly isRevisable?: true
}

export type Enclosure = {
  readonly url: string
  readonly type: string | null
  /** Bytes. */
  readonly length: number | null
  /** The length of the sound or film, as the feed says. */
  readonly durationMs?: number
  /** As the feed lists them. */
  readonly chapters?: readonly FeedChapter[]
  /** The address of its chapters, as JSON (Podcasting 2.0). */
  readonly chaptersUrl?: string
}

/** A part of a sound or film, from its start to that of the next. */
export type FeedChapter = { readonly startMs: number; readonly title: string }

export type ParseResult =
  | { readonly ok: true; readonly feed: ParsedFeed }
  | { readonly ok: false; readonly error: ParseError }

export type ParseError = {
  readonly kind: 'empty' | 'html' | 'not-a-feed' | 'too-large' | 'too-slow' | 'broken' | 'unread'
  /** For people. */
  readonly message: string
  /** The kind of the page that came in place of a feed (`html`); absent: a page like others. */
  readonly barrier?: Barrier
}
