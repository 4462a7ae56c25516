import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query'
import type {
  AdminSourcesQuery,
  BudgetPreviewRequest,
  ServerSettingsChange,
  AdminActivity,
  AdminDelay,
  AdminSourceRow,
  AdminSourcesPage,
  AdminUserRow,
  AggregatorStatus,
  BudgetPreviewAnswer,
  Invitation,
  ServerSettings,
  WeightPreviewAnswer,
} from '#lib/api/server/admin.ts'
import type { PollOverride, OverridePreview, OverridePreviewRequest } from '#lib/api/server/poll-override.ts'
import type { RetentionPreview, RetentionRules, StoredSizesAnswer } from '#lib/api/server/retention.ts'
import type { WeightFormulaRequest, FormulaPreview } from '#lib/api/server/weight-formula.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { request } from '#lib/queries/requests/request.ts'

export function adminSourcesQueryOptions(query: AdminSourcesQuery) {
  return queryOptions({
    queryKey: keys.adminSources(query),
    queryFn: ({ signal }) => request<AdminSourcesPage>('GET', '/admin/sources', { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** One page of all sources; the page before stays while the next is fetched. */
export function useAdminSources(query: AdminSourcesQuery) {
  return useQuery(adminSourcesQueryOptions(query))
}

type Weights = { readonly ids: number[]; readonly weightFactor: number }

export function useChangeWeight() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, weightFactor }: { readonly id: number; readonly weightFactor: number }) =>
      request<AdminSourceRow>('PATCH', `/admin/sources/${id}`, { body: { weightFactor } }),
    onSettled: () => refreshPlans(client),
  })
}

/** Gives many sources the same weight factor. */
export function useBulkWeight() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (weights: Weights) =>
      request<{ readonly changed: number }>('POST', '/admin/sources/weights', { body: weights }),
    onSettled: () => refreshPlans(client),
  })
}

/** The effect of a weight on polls and delays; changes nothing. */
export function useWeightPreview() {
  return useMutation({
    mutationFn: (weights: Weights) =>
      request<WeightPreviewAnswer>('POST', '/admin/preview/weight', { body: weights }),
  })
}

/** The effect of another budget on the delays; changes nothing. */
export function useBudgetPreview() {
  return useMutation({
    mutationFn: (body: BudgetPreviewRequest) =>
      request<BudgetPreviewAnswer>('POST', '/admin/preview/budget', { body }),
  })
}

export function serverSettingsQuery() {
  return queryOptions({
    queryKey: keys.adminSettings,
    queryFn: ({ signal }) => request<ServerSettings>('GET', '/admin/settings', { signal }),
  })
}

/** Settings of the whole server. */
export function useServerSettings() {
  return useQuery(serverSettingsQuery())
}

export function useChangeSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: ServerSettingsChange) =>
      request<ServerSettings>('PATCH', '/admin/settings', { body: change }),
    onSuccess: (settings) => client.setQueryData<ServerSettings>(keys.adminSettings, settings),
    onSettled: () => refreshPlans(client),
  })
}

export function adminDelayQuery(since: string | null) {
  return queryOptions({
    queryKey: keys.adminDelay(since),
    queryFn: ({ signal }) => request<AdminDelay>('GET', '/admin/delay', { query: { since }, signal }),
  })
}

/** Delays of all postings found since an instant (ISO 8601); null: the last 24 hours. */
export function useAdminDelay(since: string | null) {
  return useQuery(adminDelayQuery(since))
}

export function adminActivityQuery() {
  return queryOptions({
    queryKey: keys.adminActivity,
    queryFn: ({ signal }) => request<AdminActivity>('GET', '/admin/activity', { signal }),
    refetchInterval: 60_000,
  })
}

/** The polls of the last day, and the delays of the last week's postings; kept up with each minute. */
export function useAdminActivity() {
  return useQuery(adminActivityQuery())
}

export function aggregatorStatusQuery() {
  return queryOptions({
    queryKey: keys.aggregatorStatus,
    queryFn: ({ signal }) => request<AggregatorStatus>('GET', '/admin/aggregator', { signal }),
    refetchInterval: 5000,
  })
}

export function useAggregatorStatus() {
  return useQuery(aggregatorStatusQuery())
}

/** Fixes how one source is polled, whatever its weight. */
export function useFixPolling() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...override }: Partial<PollOverride> & { readonly id: number }) =>
      request<AdminSourceRow>('PATCH', `/admin/sources/${id}`, { body: override }),
    onSettled: () => refreshPlans(client),
  })
}

/** The effect of an override on the polls, delay and postings of one source; changes nothing. */
export function useOverridePreview() {
  return useMutation({
    mutationFn: (override: OverridePreviewRequest) =>
      request<OverridePreview>('POST', '/admin/preview/hatch', { body: override }),
  })
}

/** The effect of another weight formula. */
export function useFormulaPreview() {
  return useMutation({
    mutationFn: (formula: WeightFormulaRequest) =>
      request<FormulaPreview>('POST', '/admin/preview/formula', { body: formula }),
  })
}

/** The removals of rules; changes nothing. */
export function useRetentionPreview() {
  return useMutation({
    mutationFn: (rules: RetentionRules) =>
      request<RetentionPreview>('POST', '/admin/preview/retention', { body: rules }),
  })
}

export function storedSizesQuery() {
  return queryOptions({
    queryKey: keys.adminSizes,
    queryFn: ({ signal }) => request<StoredSizesAnswer>('GET', '/admin/retention', { signal }),
  })
}

/** The sizes of everything that retention is about. */
export function useStoredSizes() {
  return useQuery(storedSizesQuery())
}

export function invitationsQuery() {
  return queryOptions({
    queryKey: keys.invitations,
    queryFn: async ({ signal }): Promise<readonly Invitation[]> => {
      const answer = await request<{ invitations: readonly Invitation[] }>('GET', '/admin/invitations', {
        signal,
      })
      return answer.invitations
    },
  })
}

export function useInvitations() {
  return useQuery(invitationsQuery())
}

/** Makes an invitation. Only this answer contains its address. */
export function useCreateInvitation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (invitation: { readonly note?: string; readonly days?: number }) =>
      request<Invitation & { readonly url: string }>('POST', '/admin/invitations', { body: invitation }),
    onSettled: () => client.invalidateQueries({ queryKey: keys.invitations }),
  })
}

export function useDeleteInvitation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => request<void>('DELETE', `/admin/invitations/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: keys.invitations }),
  })
}

type UsersPage = { readonly users: readonly AdminUserRow[]; readonly nextCursor: string | null }

export function usersListQuery() {
  return infiniteQueryOptions({
    queryKey: keys.users,
    queryFn: ({ pageParam, signal }) =>
      request<UsersPage>('GET', '/admin/users', { query: { cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  })
}

/** All accounts, page by page. */
export function useUsers() {
  return useInfiniteQuery(usersListQuery())
}

/** After a change that plans all sources anew. */
export async function refreshPlans(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: keys.admin }),
    client.invalidateQueries({ queryKey: keys.sources }),
  ])
}
