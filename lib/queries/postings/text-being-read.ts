import { useCallback } from 'react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { MediaPositionRequest, PostingDetail } from '#lib/api/postings/postings.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { request } from '#lib/queries/requests/request.ts'

/** Has the whole text of a posting loaded from its page, by the posting's id. */
export function useLoadFullText() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request<PostingDetail>('POST', `/postings/${id}/full-text`),
    // The text of a saved page is its own.
    onSuccess: ({ id, fullText, html, title, excerpt }) =>
      client.setQueryData<PostingDetail>(
        keys.posting(id),
        (now) => now && { ...now, fullText, html, title, excerpt },
      ),
  })
}

/** Shows the postings of a story separately, or as one again. */
export function useSplitStory() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, isSplit }: { readonly id: string; readonly isSplit: boolean }) =>
      request<void>('PUT', `/postings/${id}/story`, { body: { isSplit } }),
    onSuccess: (_nothing, { id, isSplit }) => {
      client.setQueryData<PostingDetail>(keys.posting(id), (now) => now && { ...now, isSplit })
      return client.invalidateQueries({ queryKey: keys.postingLists })
    },
  })
}

/** Keeps how far one has heard or watched, in this window at once. Silent where it fails: the next call says it again. */
export function useKeepMediaPosition(): (postingId: string, position: MediaPositionRequest) => void {
  const client = useQueryClient()
  return useCallback(
    (postingId, body) => {
      const { url, positionMs, durationMs } = body
      const position = { positionMs, durationMs, updatedAt: new Date().toISOString() }
      client.setQueryData<PostingDetail>(
        keys.posting(postingId),
        (now) =>
          now && {
            ...now,
            enclosures: now.enclosures.map((each) => (each.url === url ? { ...each, position } : each)),
          },
      )
      request<void>('PUT', `/postings/${postingId}/media-position`, { body, keepalive: true }).catch(
        () => undefined,
      )
    },
    [client],
  )
}
