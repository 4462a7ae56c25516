import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { ViewChange, ViewItem, ViewRequest } from '#lib/api/lists/search.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { make } from '#lib/queries/requests/make.ts'
import { request } from '#lib/queries/requests/request.ts'

type Views = readonly ViewItem[]

export function useCreateView() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (view: ViewRequest) => make<ViewItem>('/views', view),
    onSuccess: (view) => client.setQueryData<Views>(keys.views, (all) => all && inOrder([...all, view])),
    onSettled: () => client.invalidateQueries({ queryKey: keys.views }),
  })
}

/** Changes views: shown at once, taken back when the server refuses. Several for a new order, one after the other. */
export function useChangeViews() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (changes: readonly { readonly id: number; readonly change: ViewChange }[]) => {
      for (const { id, change } of changes) await request<ViewItem>('PATCH', `/views/${id}`, { body: change })
    },
    onMutate: (changes) =>
      patchViews(client, (all) =>
        all.map((view) => ({ ...view, ...given(changes.find(({ id }) => id === view.id)?.change) })),
      ),
    onError: (_error, _variables, before) => client.setQueryData(keys.views, before),
    onSettled: () => client.invalidateQueries({ queryKey: keys.views }),
  })
}

/** Deletes a view, by its id. What it was is in the cache of whoever asks, for the way back: useCreateView. */
export function useDeleteView() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => request<void>('DELETE', `/views/${id}`),
    onMutate: (id) => patchViews(client, (all) => all.filter((view) => view.id !== id)),
    onError: (_error, _variables, before) => client.setQueryData(keys.views, before),
    onSettled: () => client.invalidateQueries({ queryKey: keys.views }),
  })
}

async function patchViews(client: QueryClient, change: (all: Views) => Views) {
  await client.cancelQueries({ queryKey: keys.views, exact: true })
  const before = client.getQueryData<Views>(keys.views)
  client.setQueryData<Views>(keys.views, (all) => all && inOrder(change(all)))
  return before
}

function given(change: ViewChange | undefined): Partial<ViewItem> {
  return Object.fromEntries(Object.entries(change ?? {}).filter(([, value]) => value !== undefined))
}

/** As the server sorts them. */
function inOrder(views: Views): Views {
  return views.toSorted((one, other) => one.position - other.position || one.name.localeCompare(other.name))
}
