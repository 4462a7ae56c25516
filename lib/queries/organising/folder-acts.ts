import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Deleted } from '#lib/api/organising/organising.ts'
import type { FolderChange, FolderItem, FolderRequest } from '#lib/api/sources/subscriptions.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { make } from '#lib/queries/requests/make.ts'
import { request } from '#lib/queries/requests/request.ts'
import { refreshReading } from './subscription-acts.ts'

type Folders = readonly FolderItem[]

export function useCreateFolder() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (folder: FolderRequest) => make<FolderItem>('/folders', folder),
    onSettled: () => client.invalidateQueries({ queryKey: keys.folders }),
  })
}

/** Renames or moves a folder: shown at once, taken back when the server refuses. */
export function useChangeFolder() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, folder }: { readonly id: number; readonly folder: FolderChange }) =>
      request<FolderItem>('PATCH', `/folders/${id}`, { body: folder }),
    onMutate: async ({ id, folder }) => {
      await client.cancelQueries({ queryKey: keys.folders })
      const before = client.getQueryData<Folders>(keys.folders)
      client.setQueryData<Folders>(keys.folders, (all) =>
        all?.map((each) => (each.id === id ? patched(each, folder) : each)),
      )
      return before
    },
    onError: (_error, _variables, before) => client.setQueryData(keys.folders, before),
    onSettled: () => client.invalidateQueries({ queryKey: keys.folders }),
  })
}

function patched(folder: FolderItem, { name, position, parentId }: FolderChange): FolderItem {
  return {
    id: folder.id,
    name: name ?? folder.name,
    position: position ?? folder.position,
    parentId: parentId === undefined ? folder.parentId : parentId,
  }
}

/** Takes what is in one folder into another. */
export function useMergeFolders() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, intoId }: { readonly id: number; readonly intoId: number }) =>
      request<void>('POST', `/folders/${id}/merge`, { body: { intoId } }),
    onSettled: () => refreshReading(client),
  })
}

/** Deletes a folder, by its id; its subscriptions and folders go up to where it stood. */
export function useDeleteFolder() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => request<Deleted>('DELETE', `/folders/${id}`),
    onSettled: () => refreshReading(client),
  })
}
