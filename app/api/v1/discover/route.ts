import { readBody, route } from '#lib/api/http/route.ts'
import { discoverRequest, type FeedCandidate } from '#lib/api/sources/subscriptions.ts'
import { requireSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import type { FoundFeed as FoundCandidate } from '#lib/documents/discover/discover-feed.ts'
import { readersToTell } from '#lib/store/discover/recommendations.ts'
import { findKnownSources, type KnownSource } from '#lib/store/sources/known-sources.ts'
import { shownIcon } from '#lib/store/ground/shown-icon.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { searchFeeds } from '#lib/handlers/discover/search-feeds.ts'

export const POST = route(async (request): Promise<{ candidates: FeedCandidate[] }> => {
  const subscriber = await requireSubscriber(request, 'read')
  const { input } = await readBody(request, discoverRequest)
  const found = await searchFeeds(subscriber.id, input, 'input', request.signal)
  const urls = found.map((candidate) => candidate.url)
  const known = await findKnownSources(serverDatabase(), subscriber.id, urls)
  const told = await readersToTell(
    serverDatabase(),
    [...known.values()].map(({ sourceId }) => sourceId),
  )
  return { candidates: found.map((candidate) => toCandidate(candidate, known.get(candidate.url), told)) }
})

function toCandidate(
  candidate: FoundCandidate,
  known: KnownSource | undefined,
  told: ReadonlyMap<number, number>,
): FeedCandidate {
  return {
    url: candidate.url,
    title: candidate.title ?? candidate.url,
    description: candidate.description ?? '',
    siteUrl: candidate.siteUrl,
    iconUrl: shownIcon(candidate.iconUrl),
    kind: candidate.kind,
    lastPostingAt: isoOf(candidate.lastPostingAt),
    postingsPerDay: candidate.postingsPerDay,
    entries: candidate.entriesCount,
    sample: candidate.sample.map(({ title, url, publishedAt }) => ({
      title: title ?? '',
      url,
      publishedAt: isoOf(publishedAt),
    })),
    readersAtLeast: (known && told.get(known.sourceId)) ?? null,
    subscriptionId: known?.subscriptionId ?? null,
  }
}

/** Dates come from strangers: one that no calendar has is none. */
function isoOf(instant: number | null): string | null {
  if (instant === null || Number.isNaN(new Date(instant).getTime())) return null
  return new Date(instant).toISOString()
}
