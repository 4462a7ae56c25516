import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AuditPage } from '#lib/api/audit.ts'
import type { ResetAnswer } from '#lib/api/sign-in.ts'
import { refreshPlans } from './admin.ts'
import { keys } from './keys.ts'
import { request } from './request.ts'

export function actsQuery(userId: string | null) {
  return infiniteQueryOptions({
    queryKey: keys.acts(userId),
    queryFn: ({ pageParam, signal }) =>
      request<AuditPage>('GET', '/admin/audit', { query: { cursor: pageParam, userId }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })
}

/** What was recorded, of everybody or of one account, newest first. */
export function useActs(userId: string | null) {
  return useInfiniteQuery(actsQuery(userId))
}

/** Takes a change back that stands in the log. */
export function useRevert() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request<unknown>('POST', `/admin/audit/${id}/revert`),
    onSettled: () => refreshPlans(client),
  })
}

/** Locks an account, which signs it out everywhere, or unlocks it. */
export function useLockUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, isLocked }: { readonly id: string; readonly isLocked: boolean }) =>
      request<unknown>('PATCH', `/admin/users/${id}`, { body: { isLocked } }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.users }),
  })
}

/** Makes a link for a new password: mailed, or in the answer to hand over. */
export function useResetUser() {
  return useMutation({
    mutationFn: (id: string) => request<ResetAnswer>('POST', `/admin/users/${id}/reset`),
  })
}
