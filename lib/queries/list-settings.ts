import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { defaultListSettings } from '#lib/api/list-defaults.ts'
import type { ListSettings, ListSettingsChange } from '#lib/api/list-settings.ts'
import { keys } from './keys.ts'
import { request } from './request.ts'

/** How each list is drawn and read. Prefetched with the page, so that the first drawing is right. */
export function listSettingsQuery() {
  return queryOptions({
    queryKey: keys.listSettings,
    queryFn: ({ signal }) => request<ListSettings>('GET', '/list-settings', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** What the subscriber chose; the defaults until it is there. */
export function useListSettings(): ListSettings {
  return useQuery(listSettingsQuery()).data ?? defaultListSettings
}

/** Changes settings of one list, or of all: shown at once, taken back on refusal. Sent one after the other. */
export function useChangeListSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: keys.listSettings,
    scope: { id: 'list-settings' },
    mutationFn: (change: ListSettingsChange) =>
      request<ListSettings>('PATCH', '/list-settings', { body: change }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: keys.listSettings })
      const before = client.getQueryData<ListSettings>(keys.listSettings) ?? defaultListSettings
      client.setQueryData<ListSettings>(keys.listSettings, changed(before, change))
      return before
    },
    onError: (_error, _change, before) => client.setQueryData(keys.listSettings, before),
    // While another change runs, what the server says now would flicker back over it.
    onSettled: () =>
      client.isMutating({ mutationKey: keys.listSettings }) === 1
        ? client.invalidateQueries({ queryKey: keys.listSettings })
        : undefined,
  })
}

function changed({ lists, options }: ListSettings, change: ListSettingsChange): ListSettings {
  const { scope, list } = change
  const given = Object.fromEntries(
    Object.entries(change.options ?? {}).filter(([, value]) => value !== undefined),
  )
  return {
    lists: scope === undefined ? lists : { ...lists, [scope]: { ...lists[scope], ...list } },
    options: { ...options, ...given },
  }
}
