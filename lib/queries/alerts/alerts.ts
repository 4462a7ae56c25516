import {
  infiniteQueryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type {
  AlertAbout,
  AlertChannelItem,
  AlertDeliveryPage,
  AlertHitPage,
  AlertItem,
  AlertPreview,
  AlertRequest,
  ChannelRequest,
} from '#lib/api/alerts/alerts.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { make } from '#lib/queries/requests/make.ts'
import { request } from '#lib/queries/requests/request.ts'

/** Not in keys.ts, which the reading page loads at once: its script has no byte to spare. */
const alertHitsKey = [...keys.alerts, 'hits']
const alertLogKey = [...keys.alerts, 'log']
/** Messages that wait are sent within seconds. */
const logEveryMs = 2_000

/** The alerts told in the page, newest first. */
export function useAlertHits() {
  return useInfiniteQuery(
    infiniteQueryOptions({
      queryKey: alertHitsKey,
      queryFn: ({ signal, pageParam }) =>
        request<AlertHitPage>('GET', '/alerts/hits', { query: { cursor: pageParam }, signal }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ nextCursor }) => nextCursor,
    }),
  )
}

/** The messages sent and what became of them, newest first; looked at again while something is due. */
export function useAlertLog() {
  return useInfiniteQuery(
    infiniteQueryOptions({
      queryKey: alertLogKey,
      queryFn: ({ signal, pageParam }) =>
        request<AlertDeliveryPage>('GET', '/alerts/deliveries', { query: { cursor: pageParam }, signal }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      refetchInterval: ({ state }) =>
        state.data?.pages.some(({ deliveries }) => deliveries.some(({ state }) => state === 'waiting'))
          ? logEveryMs
          : false,
    }),
  )
}

/** The effect of an alert about something; null: nothing is chosen yet. */
export function useAlertPreview(about: AlertAbout | null) {
  return useQuery({
    queryKey: [...keys.alerts, 'preview', about],
    queryFn: ({ signal }) => request<AlertPreview>('POST', '/alerts/preview', { body: { about }, signal }),
    enabled: about !== null,
  })
}

/** A change after which all of it is asked for again. */
function useAlertChange<Change, Result>(send: (change: Change) => Promise<Result>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: send,
    onSettled: () => client.invalidateQueries({ queryKey: keys.alerts }),
  })
}

export function useCreateAlert() {
  return useAlertChange((wanted: AlertRequest) => make<AlertItem>('/alerts', wanted))
}

export function useDeleteAlert() {
  return useAlertChange((id: number) => request<undefined>('DELETE', `/alerts/${id}`))
}

export function useCreateChannel() {
  return useAlertChange((wanted: ChannelRequest) => make<AlertChannelItem>('/alerts/channels', wanted))
}

export function useDeleteChannel() {
  return useAlertChange((id: number) => request<undefined>('DELETE', `/alerts/channels/${id}`))
}

/** Asks for a test message; the log has what became of it. */
export function useTestChannel() {
  return useAlertChange((id: number) => request<object>('POST', `/alerts/channels/${id}/test`))
}

/** Says that all up to this one were seen. */
export function useMarkHitsSeen() {
  return useAlertChange((throughId: string) =>
    request<undefined>('POST', '/alerts/hits/seen', { body: { throughId } }),
  )
}
