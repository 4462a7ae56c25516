import { queryOptions, useQuery } from '@tanstack/react-query'
import { defaultReadingSettings, type ReadingSettings } from '#lib/api/accounts/declared-reading.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { request } from '#lib/queries/requests/request.ts'

export function readingSettingsQuery() {
  return queryOptions({
    queryKey: keys.readingSettings,
    queryFn: ({ signal }) => request<ReadingSettings>('GET', '/reading-settings', { signal }),
    staleTime: 5 * 60_000,
  })
}

/** The look of texts; the defaults until that is known. */
export function useReadingSettings(): ReadingSettings {
  return useQuery(readingSettingsQuery()).data ?? defaultReadingSettings
}
