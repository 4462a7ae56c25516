import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { LabRequest, LabRunDetails, LabRunItem, LabRunList } from '#lib/api/server/lab.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { make } from '#lib/queries/requests/make.ts'
import { request } from '#lib/queries/requests/request.ts'

/** While a run is under way: how often it is asked how far it is. */
const watchMs = 1_000

/** Whether a run is still to come to its end. */
export function isUnderWay({ state }: Pick<LabRunItem, 'state'>): boolean {
  return state === 'waiting' || state === 'running'
}

export function labRunsQuery() {
  return queryOptions({
    queryKey: keys.labRuns,
    queryFn: ({ signal }) => request<LabRunList>('GET', '/admin/lab', { signal }),
    refetchInterval: ({ state }) => (state.data?.runs.some(isUnderWay) === true ? watchMs : false),
  })
}

/** The latest runs of the policy lab, the newest first, and since when there is enough to replay. */
export function useLabRuns() {
  return useQuery(labRunsQuery())
}

export function labRunQuery(id: number) {
  return queryOptions({
    queryKey: keys.labRun(id),
    queryFn: ({ signal }) => request<LabRunDetails>('GET', `/admin/lab/${id}`, { signal }),
    staleTime: Infinity, // what is over does not change
    refetchInterval: ({ state }) => (state.data !== undefined && isUnderWay(state.data) ? watchMs : false),
  })
}

/** A run with its result, or while it is under way with what it has replayed. */
export function useLabRun(id: number) {
  return useQuery(labRunQuery(id))
}

export function useStartLabRun() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (run: LabRequest) => make<LabRunItem>('/admin/lab', run),
    onSettled: () => client.invalidateQueries({ queryKey: keys.labRuns }),
  })
}

/** Cancels a run that is not over, and removes one that is. */
export function useEndLabRun() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => request<void>('DELETE', `/admin/lab/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: keys.labRuns }),
  })
}
