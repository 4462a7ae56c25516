import { useMutation } from '@tanstack/react-query'
import type { FeedCandidate } from '#lib/api/subscriptions.ts'
import { request } from './request.ts'

/** Looks for feeds at what somebody pasted: a site, a feed, a bare host. A mutation, because it costs requests to others. */
export function useDiscover() {
  return useMutation({
    mutationFn: async (input: string): Promise<readonly FeedCandidate[]> => {
      const answer = await request<{ candidates: readonly FeedCandidate[] }>('POST', '/discover', {
        body: { input },
      })
      return answer.candidates
    },
  })
}
