import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { HighlightRequest, PostingDetail, PostingNotesAnswer } from '#lib/api/postings/postings.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { shownIn } from './posting-cache.ts'
import { request } from '#lib/queries/requests/request.ts'

type NotesChange =
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'add'; readonly highlight: HighlightRequest }
  | { readonly kind: 'remove'; readonly highlightId: number }

/** Changes what the subscriber wrote on a posting or marked in it. */
export function useChangeNotes(postingId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: NotesChange) => send(postingId, change, shownIn(client, postingId)),
    onSuccess: (notes) =>
      client.setQueryData<PostingDetail>(keys.posting(postingId), (now) => now && { ...now, notes }),
  })
}

function send(
  postingId: string,
  change: NotesChange,
  shown: ReturnType<typeof shownIn>,
): Promise<PostingNotesAnswer> {
  const path = `/postings/${postingId}`
  switch (change.kind) {
    case 'note':
      return request('PUT', `${path}/note`, { body: { text: change.text, ...shown } })
    case 'add':
      return request('POST', `${path}/highlights`, { body: { ...change.highlight, ...shown } })
    case 'remove':
      return request('DELETE', `${path}/highlights/${change.highlightId}`)
    default:
      return change satisfies never
  }
}
