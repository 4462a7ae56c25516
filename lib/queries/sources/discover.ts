import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  AlsoRead,
  DiscoverPreview,
  DiscoverSettings,
  ExpectedDelay,
  HotSources,
  StarterPack,
} from '#lib/api/sources/discover.ts'
import type { FeedCandidate } from '#lib/api/sources/subscriptions.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { request } from '#lib/queries/requests/request.ts'

/** Looks for feeds at what somebody pasted: a site, a feed, a bare host. A mutation, because it costs requests to others. */
export function useDiscover() {
  return useMutation({
    mutationFn: async (input: string): Promise<readonly FeedCandidate[]> => {
      const answer = await request<{ candidates: readonly FeedCandidate[] }>('POST', '/discover', {
        body: { input },
      })
      return answer.candidates
    },
  })
}

/** The sources that most read here, and those that most began to read. */
export function useHotSources() {
  return useQuery({
    queryKey: keys.hot,
    queryFn: ({ signal }) => request<HotSources>('GET', '/discover/hot', { signal }),
  })
}

/** The sources that readers of the subscriber's sources read, too. */
export function useAlsoRead() {
  return useQuery({
    queryKey: keys.alsoRead,
    queryFn: ({ signal }) => request<AlsoRead>('GET', '/discover/also-read', { signal }),
  })
}

/** Lists to begin with. */
export function usePacks() {
  return useQuery({
    queryKey: keys.packs,
    queryFn: async ({ signal }) =>
      (await request<{ packs: readonly StarterPack[] }>('GET', '/discover/packs', { signal })).packs,
  })
}

/** A source that is read here, before subscribing. */
export function useDiscoverSource(id: number) {
  return useQuery({
    queryKey: keys.discoverSource(id),
    queryFn: ({ signal }) => request<DiscoverPreview>('GET', `/discover/sources/${id}`, { signal }),
  })
}

/** The feed of a starter pack: asked of its publisher, so once in ten minutes at most. */
export function useCandidate(url: string) {
  return useQuery({
    queryKey: keys.candidates(url),
    queryFn: async ({ signal }) => {
      const body = { input: url }
      const { candidates } = await request<{ candidates: readonly FeedCandidate[] }>('POST', '/discover', {
        body,
        signal,
      })
      return candidates[0] ?? null
    },
    staleTime: 10 * 60_000,
    retry: false,
  })
}

/** The delay to expect of a feed that posts so often; null waits. */
export function useExpectedDelay(postingsPerDay: number | null) {
  return useQuery({
    queryKey: keys.expectedDelay(postingsPerDay ?? 0),
    queryFn: ({ signal }) =>
      request<ExpectedDelay>('GET', '/discover/expected', { query: { postingsPerDay }, signal }),
    enabled: postingsPerDay !== null,
  })
}

/** Whether what this account reads counts in what others are shown. */
export function useDiscoverSettings() {
  return useQuery({
    queryKey: keys.discoverSettings,
    queryFn: ({ signal }) => request<DiscoverSettings>('GET', '/discover/settings', { signal }),
  })
}

export function useChangeDiscoverSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (settings: DiscoverSettings) =>
      request<DiscoverSettings>('PATCH', '/discover/settings', { body: settings }),
    onSuccess: (settings) => client.setQueryData(keys.discoverSettings, settings),
  })
}
