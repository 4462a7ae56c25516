import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { LabPolicy } from '#lib/api/lab.ts'
import type { ShadowAnswer, ShadowDetails } from '#lib/api/shadow.ts'
import { keys } from './keys.ts'
import { request } from './request.ts'

/** While a day is being compared: how often it is asked for. */
const watchMs = 2_000
const path = '/admin/lab/shadow'

export function shadowQuery() {
  return queryOptions({
    queryKey: keys.shadow,
    queryFn: ({ signal }) => request<ShadowAnswer>('GET', path, { signal }),
    refetchInterval: ({ state }) => (isComparing(state.data?.shadow ?? null) ? watchMs : false),
  })
}

/** Whether a process is at a day, or is about to be. */
export function isComparing(shadow: ShadowDetails | null): boolean {
  return shadow !== null && shadow.endedAt === null && (shadow.isRunning || shadow.isDue)
}

/** The policy on paper with its figures. */
export function useShadow() {
  return useQuery(shadowQuery())
}

/** Which policy is on paper now; null: none, or not known yet. */
export function useOnPaper(): LabPolicy | null {
  const shadow = useShadow().data?.shadow ?? null
  return shadow === null || shadow.endedAt !== null ? null : shadow.policy
}

/** Puts a policy on paper, instead of the one that is. */
export function useStartShadow() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (policy: LabPolicy) => request<ShadowAnswer>('PUT', path, { body: { policy } }),
    onSuccess: (answer) => client.setQueryData(keys.shadow, answer),
  })
}

/** Leaves out the day that is being compared. */
export function useCancelShadowDay() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (day: string) => request<null>('DELETE', `${path}/${day.slice(0, 10)}`),
    onSettled: () => client.invalidateQueries({ queryKey: keys.shadow }), // it may have ended meanwhile
  })
}

/** Ends what is on paper; its figures stay. */
export function useEndShadow() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => request<ShadowAnswer>('DELETE', path),
    onSuccess: (answer) => client.setQueryData(keys.shadow, answer),
    onError: () => client.invalidateQueries({ queryKey: keys.shadow }), // somebody else may have ended it
  })
}
