import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PostingDetail, SavedPageRequest } from '#lib/api/postings/postings.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { request } from '#lib/queries/requests/request.ts'

/** Removes a saved page for good. */
export function useRemoveSavedPage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request<void>('DELETE', `/saved-pages/${id}`),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keys.postingLists })
      void client.invalidateQueries({ queryKey: keys.counts })
    },
  })
}

/** Saves a page to be read later; its text is there, or why it is not, when this is done. */
export function useSavePage() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: SavedPageRequest) => request<PostingDetail>('POST', '/saved-pages', { body }),
    onSuccess: (posting) => {
      client.setQueryData(keys.posting(posting.id), posting)
      void client.invalidateQueries({ queryKey: keys.postingLists })
      void client.invalidateQueries({ queryKey: keys.counts })
    },
  })
}
