import { useQuery } from '@tanstack/react-query'
import type { ReadingStatistics } from '#lib/api/sources/statistics.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { request } from '#lib/queries/requests/request.ts'

/** What the subscriber reads of what is found. */
export function useReadingStatistics() {
  return useQuery({
    queryKey: keys.statistics,
    queryFn: ({ signal }) => request<ReadingStatistics>('GET', '/statistics', { signal }),
  })
}
