import { useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  ArrangeFoldersRequest,
  ArrangeSubscriptionsRequest,
  OrganisingSettings,
} from '#lib/api/organising/organising.ts'
import type { FolderItem, SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { request } from '#lib/queries/requests/request.ts'
import { refreshReading } from './subscription-acts.ts'

/** Changes how folders and sources are listed, on all devices. */
export function useChangeOrganising() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Partial<OrganisingSettings>) =>
      request<OrganisingSettings>('PATCH', '/organising', { body: change }),
    onMutate: (change) => {
      const before = client.getQueryData<OrganisingSettings>(keys.organising)
      client.setQueryData<OrganisingSettings>(keys.organising, (all) => all && { ...all, ...change })
      return before
    },
    onError: (_error, _change, before) => client.setQueryData(keys.organising, before),
    onSettled: () => client.invalidateQueries({ queryKey: keys.organising }),
  })
}

type Arrangement =
  | ({ readonly kind: 'subscriptions' } & ArrangeSubscriptionsRequest)
  | ({ readonly kind: 'folders' } & ArrangeFoldersRequest)

/** Puts subscriptions or folders into a place and order: shown at once, fetched anew when the server refuses. */
export function useArrange() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ kind, ...body }: Arrangement) => request<void>('POST', `/${kind}/arrange`, { body }),
    onMutate: async (arrangement) => {
      await client.cancelQueries({ queryKey: keys[arrangement.kind] })
      const place = (id: number) => arrangement.ids.indexOf(id)
      if (arrangement.kind === 'subscriptions') {
        const { folderId } = arrangement
        client.setQueryData<readonly SubscriptionItem[]>(keys.subscriptions, (all) =>
          all?.map((each) => (place(each.id) < 0 ? each : { ...each, folderId, position: place(each.id) })),
        )
      } else {
        const { parentId } = arrangement
        client.setQueryData<readonly FolderItem[]>(keys.folders, (all) =>
          all?.map((each) => (place(each.id) < 0 ? each : { ...each, parentId, position: place(each.id) })),
        )
      }
    },
    onSettled: () => refreshReading(client),
  })
}
