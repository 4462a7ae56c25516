import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import type { NewUserAnswer, ResetAnswer } from '#lib/api/accounts/sign-in.ts'
import { refreshPlans } from './admin.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { request } from '#lib/queries/requests/request.ts'
import type { AuditPage } from '#lib/api/server/audit.ts'

export function actsQuery(userId: string | null) {
  return infiniteQueryOptions({
    queryKey: keys.acts(userId),
    queryFn: ({ pageParam, signal }) =>
      request<AuditPage>('GET', '/admin/audit', { query: { cursor: pageParam, userId }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })
}

/** The recorded acts, of everybody or of one account, newest first. */
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

/** Makes an account, whose owner sets the password by a link: mailed, or in the answer to hand over. */
export function useMakeUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: { readonly email: string; readonly name: string }) =>
      request<NewUserAnswer>('POST', '/admin/users', { body }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.users }),
  })
}

type Limits = { readonly maxSubscriptions: number | null; readonly maxStoredMb: number | null }

/** Sets what an account may have at most; null: as the server says for all. */
export function useLimitUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...body }: Limits & { readonly id: string }) =>
      request<unknown>('PATCH', `/admin/users/${id}`, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.users }),
  })
}

/** Deletes an account with all that is its own. */
export function useDeleteUser() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request<unknown>('DELETE', `/admin/users/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: keys.users }),
  })
}

/** Makes a link for a new password: mailed, or in the answer to hand over. */
export function useResetUser() {
  return useMutation({
    mutationFn: (id: string) => request<ResetAnswer>('POST', `/admin/users/${id}/reset`),
  })
}
