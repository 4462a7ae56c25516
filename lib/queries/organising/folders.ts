import { useQuery } from '@tanstack/react-query'
import type { FolderItem } from '#lib/api/sources/subscriptions.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { request } from '#lib/queries/requests/request.ts'

type Folders = readonly FolderItem[]

/** All folders in the subscriber's order. */
export function useFolders() {
  return useQuery({
    queryKey: keys.folders,
    queryFn: async ({ signal }): Promise<Folders> => {
      const answer = await request<{ folders: Folders }>('GET', '/folders', { signal })
      return answer.folders
    },
  })
}
