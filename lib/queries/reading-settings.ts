import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { defaultReadingSettings } from '#lib/api/reading-defaults.ts'
import type { ReadingSettings, ReadingSettingsChange } from '#lib/api/reading-settings.ts'
import { keys } from './keys.ts'
import { request } from './request.ts'

export function readingSettingsQuery() {
  return queryOptions({
    queryKey: keys.readingSettings,
    queryFn: ({ signal }) => request<ReadingSettings>('GET', '/reading-settings', { signal }),
    staleTime: 5 * 60_000,
  })
}

/** How texts are to be shown; the defaults until that is known. */
export function useReadingSettings(): ReadingSettings {
  return useQuery(readingSettingsQuery()).data ?? defaultReadingSettings
}

/** Changes some settings: shown at once, taken back when the server refuses. Changes are sent one after the other. */
export function useChangeReadingSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: keys.readingSettings,
    scope: { id: 'reading-settings' },
    mutationFn: (change: ReadingSettingsChange) =>
      request<ReadingSettings>('PATCH', '/reading-settings', { body: change }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: keys.readingSettings })
      const before = client.getQueryData<ReadingSettings>(keys.readingSettings)
      client.setQueryData<ReadingSettings>(keys.readingSettings, (now) => ({
        ...(now ?? defaultReadingSettings),
        ...change,
      }))
      return before
    },
    onError: (_error, _change, before) => client.setQueryData(keys.readingSettings, before),
    onSuccess: async (_settings, change) => {
      const changesLists = 'images' in change || 'showsStoryOnce' in change
      if (changesLists) await client.invalidateQueries({ queryKey: keys.postings })
    },
    // While another change runs, what the server says now would flicker back over it.
    onSettled: () =>
      client.isMutating({ mutationKey: keys.readingSettings }) === 1
        ? client.invalidateQueries({ queryKey: keys.readingSettings })
        : undefined,
  })
}
