import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { DelayHistory } from '#lib/api/freshness/freshness.ts'
import type { PollItem, PollNowResult, SourceDetail, SourceWorthAnswer } from '#lib/api/sources/sources.ts'
import type { FastPreview } from '#lib/api/sources/subscriptions.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { request } from '#lib/queries/requests/request.ts'

export function sourceQuery(id: number) {
  return queryOptions({
    queryKey: keys.source(id),
    queryFn: ({ signal }) => request<SourceDetail>('GET', `/sources/${id}`, { signal }),
  })
}

/** The page of a source. */
export function useSource(id: number) {
  return useQuery(sourceQuery(id))
}

export function sourceDelaysQuery(id: number, days: number) {
  return queryOptions({
    queryKey: keys.sourceDelays(id, days),
    queryFn: ({ signal }) =>
      request<DelayHistory>('GET', `/sources/${id}/delays`, { query: { days }, signal }),
  })
}

/** The days of delays by which the rhythm of a source is told on a page whose chart shows so many. */
export function rhythmDays(shownDays: number): number {
  return Math.max(30, shownDays)
}

/** The delay of each posting of the last days, oldest first, with the outages and promises of that time. */
export function useSourceDelays(id: number, days: number, isWanted = true) {
  return useQuery({ ...sourceDelaysQuery(id, days), enabled: isWanted })
}

export function sourcePollsQuery(id: number) {
  return queryOptions({
    queryKey: keys.sourcePolls(id),
    queryFn: async ({ signal }): Promise<readonly PollItem[]> => {
      const answer = await request<{ polls: readonly PollItem[] }>('GET', `/sources/${id}/polls`, { signal })
      return answer.polls
    },
  })
}

/** The last polls, newest first. */
export function useSourcePolls(id: number) {
  return useQuery(sourcePollsQuery(id))
}

/** The worth of a poll of a source, now and over the coming day; null where no price decides. */
export function useSourceWorth(id: number) {
  return useQuery({
    queryKey: keys.sourceWorth(id),
    queryFn: async ({ signal }): Promise<SourceWorthAnswer | null> => {
      const answer = await request<{ worth: SourceWorthAnswer | null }>('GET', `/sources/${id}/worth`, {
        signal,
      })
      return answer.worth
    },
  })
}

/** The effect of wanting a source fast, for its subscriber. */
export function useFastPreview(sourceId: number, subscriptionId: number | null) {
  return useQuery({
    queryKey: keys.sourceFast(sourceId),
    queryFn: ({ signal }) => request<FastPreview>('GET', `/subscriptions/${subscriptionId}/fast`, { signal }),
    enabled: subscriptionId !== null,
  })
}

/** Polls a source now, by its id; too_many_requests says when it may be. */
export function usePollNow() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => request<PollNowResult>('POST', `/sources/${id}/poll`),
    onSettled: (_result, _error, id) => client.invalidateQueries({ queryKey: keys.source(id) }),
  })
}
