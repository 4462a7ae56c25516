import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { asLeft, inOrder } from '#lib/queries/requests/in-turn.ts'
import { request } from '#lib/queries/requests/request.ts'

type ChangedSettings<Settings extends object, Change> = {
  readonly key: QueryKey
  readonly path: string
  /** The settings in force until the server has answered. */
  readonly initial: Settings
  readonly patch: (before: Settings, change: Change) => Settings
  readonly onSuccess?: (settings: Settings, change: Change) => unknown
}

/** Changes settings of the reader: shown at once, taken back when the server refuses. Changes are sent one after the other. */
export function useSettingsChange<Settings extends object, Change>({
  key,
  path,
  initial,
  patch,
  onSuccess,
}: ChangedSettings<Settings, Change>) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: key,
    mutationFn: (change: Change) =>
      inOrder(path, () => request<Settings>('PATCH', path, { body: change, ...asLeft() })),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey: key })
      const before = client.getQueryData<Settings>(key) ?? initial
      client.setQueryData<Settings>(key, patch(before, change))
      return before
    },
    onError: (_error, _change, before) => client.setQueryData(key, before),
    onSuccess: (settings, change) => onSuccess?.(settings, change),
    // While another change runs, what the server says now would flicker back over it.
    onSettled: () =>
      client.isMutating({ mutationKey: key }) === 1 && client.invalidateQueries({ queryKey: key }),
  })
}
