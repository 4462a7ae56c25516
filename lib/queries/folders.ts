import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { FolderItem, FolderRequest } from '#lib/api/subscriptions.ts'
import { keys } from './keys.ts'
import { request } from './request.ts'
import { refreshReading } from './subscriptions.ts'

type Folders = readonly FolderItem[]

export function foldersQuery() {
  return queryOptions({
    queryKey: keys.folders,
    queryFn: async ({ signal }): Promise<Folders> => {
      const answer = await request<{ folders: Folders }>('GET', '/folders', { signal })
      return answer.folders
    },
  })
}

/** All folders in the subscriber's order. */
export function useFolders() {
  return useQuery(foldersQuery())
}

export function useCreateFolder() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (folder: FolderRequest) => request<FolderItem>('POST', '/folders', { body: folder }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.folders }),
  })
}

/** Renames or moves a folder: shown at once, taken back when the server refuses. */
export function useChangeFolder() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, folder }: { readonly id: number; readonly folder: FolderRequest }) =>
      request<FolderItem>('PATCH', `/folders/${id}`, { body: folder }),
    onMutate: async ({ id, folder }) => {
      await client.cancelQueries({ queryKey: keys.folders })
      const before = client.getQueryData<Folders>(keys.folders)
      client.setQueryData<Folders>(keys.folders, (all) =>
        all?.map((each) => (each.id === id ? { ...each, ...folder } : each)),
      )
      return before
    },
    onError: (_error, _variables, before) => client.setQueryData(keys.folders, before),
    onSettled: () => client.invalidateQueries({ queryKey: keys.folders }),
  })
}

/** Deletes a folder, by its id; its subscriptions stay, without a folder. */
export function useDeleteFolder() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => request<void>('DELETE', `/folders/${id}`),
    onSettled: () => refreshReading(client),
  })
}
