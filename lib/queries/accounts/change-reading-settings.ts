import { useQueryClient } from '@tanstack/react-query'
import { defaultReadingSettings, type ReadingSettings } from '#lib/api/accounts/declared-reading.ts'
import type { ReadingSettingsChange } from '#lib/api/accounts/reading-settings.ts'
import { useSettingsChange } from './change-settings.ts'
import { keys } from '#lib/queries/requests/keys.ts'

/** Changes some settings. Apart from how they are read: the reading page loads it only when a menu opens. */
export function useChangeReadingSettings() {
  const client = useQueryClient()
  return useSettingsChange({
    key: keys.readingSettings,
    path: '/reading-settings',
    initial: defaultReadingSettings,
    patch: (before: ReadingSettings, change: ReadingSettingsChange) => ({ ...before, ...change }),
    onSuccess: async (_settings, change) => {
      const changesLists = 'images' in change || 'showsStoryOnce' in change
      if (changesLists) await client.invalidateQueries({ queryKey: keys.postings })
    },
  })
}
