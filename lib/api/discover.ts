import { z } from 'zod'

/** A source that is read by so many here that it may be shown to others. */
export type DiscoverSource = {
  readonly sourceId: number
  readonly url: string
  readonly title: string
  readonly description: string
  readonly iconUrl: string | null
  /** There are so many readers or more; never the exact number. */
  readonly readersAtLeast: number
  /** So many or more of them came in the last 30 days; null: too few to say. */
  readonly newReadersAtLeast: number | null
  readonly postingsPerDay: number | null
  /** The delay to expect, by the plan in force. */
  readonly expectedDelayMs: number | null
  /** The asking subscriber's own subscription. */
  readonly subscriptionId: number | null
}

/** Answer of GET /api/v1/discover/hot. `isOn` false: the admin switched recommendations off, and all lists are empty. */
export type HotSources = {
  readonly isOn: boolean
  /** The most read first. */
  readonly popular: readonly DiscoverSource[]
  /** Those that most began to read in the last 30 days first. */
  readonly rising: readonly DiscoverSource[]
}

/** Answer of GET /api/v1/discover/also-read. */
export type AlsoRead = {
  readonly isOn: boolean
  readonly sources: readonly (DiscoverSource & {
    /** The subscriber's own sources whose readers read it, too; the closest first, two at most. */
    readonly because: readonly string[]
  })[]
}

/** Answer of GET /api/v1/discover/sources/:id, for sources that may be shown. */
export type DiscoverPreview = DiscoverSource & {
  readonly siteUrl: string | null
  /** Delays of the last 90 days; null: not measured. */
  readonly delay: { readonly medianMs: number; readonly p90Ms: number; readonly count: number } | null
  readonly postings: readonly { readonly title: string; readonly shownAt: string }[]
}

/** Answer of GET /api/v1/discover/packs: { packs }. They are the files of public/starter-packs, called in the language of the request. */
export type StarterPack = {
  readonly name: string
  readonly title: string
  readonly sources: readonly {
    readonly url: string
    readonly title: string
    readonly description: string
    readonly subscriptionId: number | null
  }[]
}

/** Query of GET /api/v1/discover/expected: the delay to expect of a feed that posts so often. Answer: ExpectedDelay. */
export const expectedQuery = z.object({ postingsPerDay: z.coerce.number().min(0).max(100_000) })
/** Half of the sources that post as often lie between; null: too few do. */
export type ExpectedDelay = {
  readonly leastMs: number | null
  readonly mostMs: number | null
  readonly sources: number
}

/** GET and PATCH /api/v1/discover/settings: whether what the subscriber reads counts in what others are shown. */
export const discoverSettings = z.strictObject({ isCounted: z.boolean() })
export type DiscoverSettings = z.infer<typeof discoverSettings>
