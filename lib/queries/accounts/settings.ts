import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Settings, defaultSettings } from '#lib/api/accounts/declared-settings.ts'
import type { SettingsChange } from '#lib/api/accounts/subscriber-settings.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { request } from '#lib/queries/requests/request.ts'

export function settingsQuery() {
  return queryOptions({
    queryKey: keys.settings,
    queryFn: ({ signal }) => request<Settings>('GET', '/me/settings', { signal }),
    staleTime: Number.POSITIVE_INFINITY, // event settings
  })
}

/** The subscriber's settings. They come with each signed-in page, so that nothing is drawn twice. */
export function useSettings(): Settings {
  return useQuery(settingsQuery()).data ?? defaultSettings
}

/** Changes settings: shown at once, taken back when the server refuses; all other windows follow. */
export function useChangeSetting() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: keys.settings,
    mutationFn: (change: SettingsChange) => request<Settings>('PATCH', '/me/settings', { body: change }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: keys.settings })
      const before = client.getQueryData<Settings>(keys.settings)
      client.setQueryData<Settings>(keys.settings, { ...defaultSettings, ...before, ...change })
      return before
    },
    onError: (_error, _change, before) => client.setQueryData(keys.settings, before),
    // While another change runs, what the server says now would flicker back over it.
    onSettled: () =>
      client.isMutating({ mutationKey: keys.settings }) === 1
        ? client.invalidateQueries({ queryKey: keys.settings })
        : undefined,
  })
}
