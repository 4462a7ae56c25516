import { queryOptions, useQuery } from '@tanstack/react-query'
import { defaultListSettings } from '#lib/api/lists/list-defaults.ts'
import type { ListSettingsChange, ListSettings } from '#lib/api/lists/list-settings.ts'
import { useSettingsChange } from '#lib/queries/accounts/change-settings.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { request } from '#lib/queries/requests/request.ts'

/** The look of each list. Prefetched with the page, so that the first drawing is right. */
export function listSettingsQuery() {
  return queryOptions({
    queryKey: keys.listSettings,
    queryFn: ({ signal }) => request<ListSettings>('GET', '/list-settings', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The subscriber's choices; the defaults until they are there. */
export function useListSettings(): ListSettings {
  return useQuery(listSettingsQuery()).data ?? defaultListSettings
}

/** Changes settings of one list, or of all. */
export function useChangeListSettings() {
  return useSettingsChange({
    key: keys.listSettings,
    path: '/list-settings',
    initial: defaultListSettings,
    patch: changed,
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
