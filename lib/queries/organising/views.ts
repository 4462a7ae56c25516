import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ViewCounts, ViewItem } from '#lib/api/lists/search.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { request } from '#lib/queries/requests/request.ts'

type Views = readonly ViewItem[]

function viewsQuery() {
  return queryOptions({
    queryKey: keys.views,
    queryFn: async ({ signal }): Promise<Views> => {
      const answer = await request<{ views: Views }>('GET', '/views', { signal })
      return answer.views
    },
  })
}

/** All views in the subscriber's order. */
export function useViews() {
  return useQuery(viewsQuery())
}

/** Unread postings by view, counted up to 1,000. Asked for only where there are views. */
export function useViewCounts() {
  const { data } = useViews()
  return useQuery({
    queryKey: keys.viewCounts,
    queryFn: async ({ signal }) => (await request<ViewCounts>('GET', '/views/counts', { signal })).counts,
    enabled: (data?.length ?? 0) > 0,
  })
}
