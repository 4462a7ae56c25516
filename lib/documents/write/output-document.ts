/** A feed that this server writes, before it has a format. */
export type OutputDocument = OutputHead & {
  /** In the order in which they are written. */
  readonly entries: readonly OutputEntry[]
}

type OutputHead = {
  /** Stays as long as the feed does; never its secret address. */
  readonly id: string
  readonly title: string
  /** The address of this very format. */
  readonly selfUrl: string
  /** The list in the web application. */
  readonly homeUrl: string
  readonly hubUrl: string
  readonly updatedAt: Date
}

export type OutputEntry = {
  /** Stays whatever becomes of the posting; the same in all feeds of this server. */
  readonly id: string
  readonly title: string
  /** http or https; null: it has none. */
  readonly url: string | null
  readonly author: string | null
  /** Sanitised, addresses absolute; null in a feed of short texts. */
  readonly html: string | null
  readonly excerpt: string
  readonly publishedAt: Date
  readonly updatedAt: Date
  /** As `id`; not the address, which may be a secret. */
  readonly sourceId: string
  readonly sourceTitle: string
  readonly sourceUrl: string | null
  readonly labels: readonly string[]
  readonly enclosures: readonly {
    readonly url: string
    readonly type: string | null
    readonly length: number | null
  }[]
}

/** Formats of output feeds, by what stands behind the dot of their addresses. */
export const feedFormats = ['atom', 'rss', 'json'] as const
export type FeedFormat = (typeof feedFormats)[number]

export const contentTypes: Readonly<Record<FeedFormat, string>> = {
  atom: 'application/atom+xml; charset=utf-8',
  rss: 'application/rss+xml; charset=utf-8',
  json: 'application/feed+json; charset=utf-8',
}
