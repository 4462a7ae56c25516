import { z } from 'zod'
import type {
  expectedDelay,
  starterPack,
  discoverPreview,
  alsoRead,
  hotSources,
  discoverSource,
} from './discover-answers.ts'
import type { Told } from '#lib/api/parts/answer-parts.ts'

/** A source that is read by so many here that it may be shown to others. */
export type DiscoverSource = Told<typeof discoverSource>

/** Answer of GET /api/v1/discover/hot. `isOn` false: the admin switched recommendations off, and all lists are empty. */
export type HotSources = Told<typeof hotSources>

/** Answer of GET /api/v1/discover/also-read. */
export type AlsoRead = Told<typeof alsoRead>

/** Answer of GET /api/v1/discover/sources/:id, for sources that may be shown. */
export type DiscoverPreview = Told<typeof discoverPreview>

/** Answer of GET /api/v1/discover/packs: { packs }. They are the files of public/starter-packs, called in the language of the request. */
export type StarterPack = Told<typeof starterPack>

/** Query of GET /api/v1/discover/expected: the delay to expect of a feed that posts so often. Answer: ExpectedDelay. */
export const expectedQuery = z.object({ postingsPerDay: z.coerce.number().min(0).max(100_000) })
/** Half of the sources that post as often lie between; null: too few do. */
export type ExpectedDelay = Told<typeof expectedDelay>

/** GET and PATCH /api/v1/discover/settings: whether what the subscriber reads counts in what others are shown. */
export const discoverSettings = z.strictObject({ isCounted: z.boolean() })
export type DiscoverSettings = z.infer<typeof discoverSettings>
