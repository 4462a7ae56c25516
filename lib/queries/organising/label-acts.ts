import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Deleted, LabelItem } from '#lib/api/organising/organising.ts'
import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { findCachedPosting, patchPostings, shownIn } from '#lib/queries/postings/posting-cache.ts'
import { make } from '#lib/queries/requests/make.ts'
import { request } from '#lib/queries/requests/request.ts'
import { refreshReading } from './subscription-acts.ts'

export function useCreateLabel() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => make<LabelItem>('/labels', { name }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.labels }),
  })
}

export function useRenameLabel() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, name }: { readonly id: number; readonly name: string }) =>
      request<LabelItem>('PATCH', `/labels/${id}`, { body: { name } }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.labels }),
  })
}

/** Takes a label off everything and ends it. */
export function useDeleteLabel() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => request<Deleted>('DELETE', `/labels/${id}`),
    onSettled: () => refreshReading(client),
  })
}

/** Everything with the one label has the other one then. */
export function useMergeLabels() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, intoId }: { readonly id: number; readonly intoId: number }) =>
      request<void>('POST', `/labels/${id}/merge`, { body: { intoId } }),
    onSettled: () => refreshReading(client),
  })
}

type Assignment = {
  readonly labelId: number
  readonly isOn: boolean
  readonly subscriptionIds?: readonly number[]
  readonly postingIds?: readonly string[]
}

/** Puts a label on subscriptions or postings, or takes it off: shown at once, taken back when the server refuses. */
export function useAssignLabel() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ labelId, ...assigned }: Assignment) => {
      const [id, ...others] = assigned.postingIds ?? []
      const shown = id === undefined || others.length > 0 ? {} : shownIn(client, id)
      return request<{ readonly changed: number }>('POST', `/labels/${labelId}/assign`, {
        body: { ...assigned, ...shown },
      })
    },
    onMutate: (assignment) => patchLabels(client, assignment, assignment.isOn),
    onError: (_error, assignment) => patchLabels(client, assignment, !assignment.isOn),
    onSettled: async () => {
      const affected = [keys.labels, keys.counts, keys.subscriptions]
      await Promise.all(affected.map((queryKey) => client.invalidateQueries({ queryKey })))
    },
  })
}

function patchLabels(
  client: QueryClient,
  { labelId, subscriptionIds = [], postingIds = [] }: Assignment,
  isOn: boolean,
): void {
  const changed = (labelIds: readonly number[]) => {
    const others = labelIds.filter((each) => each !== labelId)
    return isOn ? [...others, labelId] : others
  }
  client.setQueryData<readonly SubscriptionItem[]>(keys.subscriptions, (all) =>
    all?.map((each) =>
      subscriptionIds.includes(each.id) ? { ...each, labelIds: changed(each.labelIds) } : each,
    ),
  )
  for (const id of postingIds) {
    const posting = findCachedPosting(client, id)
    if (posting !== null) patchPostings(client, new Set([id]), { labelIds: changed(posting.labelIds) })
  }
}
