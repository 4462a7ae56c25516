import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReadingStatistics } from '#lib/api/sources/sources.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { request } from '#lib/queries/requests/request.ts'

/** The subscriber's statistics: articles found, opened and starred. */
export function readingStatisticsQuery() {
  return queryOptions({
    queryKey: keys.statistics,
    queryFn: ({ signal }) => request<ReadingStatistics>('GET', '/statistics', { signal }),
  })
}

export function useReadingStatistics() {
  return useQuery(readingStatisticsQuery())
}
