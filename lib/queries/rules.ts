import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  RuleRequest,
  RuleSettings,
  RuleTestRequest,
  RuleItem,
  RuleRunItem,
  RuleTest,
  RunResult,
} from '#lib/api/rules/rules.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { make } from '#lib/queries/requests/make.ts'
import { request } from '#lib/queries/requests/request.ts'

type Rules = readonly RuleItem[]

const rulesKey = [...keys.rules, 'list']
const runsKey = [...keys.rules, 'runs']
const settingsKey = [...keys.rules, 'settings']
const runsEveryMs = 10_000

/** All rules, in the order in which they act. */
export function rulesQuery() {
  return queryOptions({
    queryKey: rulesKey,
    queryFn: async ({ signal }) => (await request<{ rules: Rules }>('GET', '/rules', { signal })).rules,
  })
}

export function useRules() {
  return useQuery(rulesQuery())
}

/** The last runs that changed something. */
export function ruleRunsQuery() {
  type Runs = { readonly runs: readonly RuleRunItem[] }
  return queryOptions({
    queryKey: runsKey,
    queryFn: async ({ signal }) => (await request<Runs>('GET', '/rules/runs', { signal })).runs,
    refetchInterval: runsEveryMs,
  })
}

export function useRuleRuns() {
  return useQuery(ruleRunsQuery())
}

/** Makes a rule, or gives that with an id other contents. */
export function useSaveRule() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, rule }: { readonly id: number | null; readonly rule: RuleRequest }) =>
      id === null ? make<RuleItem>('/rules', rule) : request<RuleItem>('PUT', `/rules/${id}`, { body: rule }),
    onSettled: () => client.invalidateQueries({ queryKey: rulesKey }),
  })
}

export function useSwitchRule() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, isOn }: { readonly id: number; readonly isOn: boolean }) =>
      request<RuleItem>('PATCH', `/rules/${id}`, { body: { isOn } }),
    onMutate: ({ id, isOn }) =>
      client.setQueryData<Rules>(rulesKey, (all) =>
        all?.map((rule) => (rule.id === id ? { ...rule, isOn } : rule)),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: rulesKey }),
  })
}

export function useDeleteRule() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => request<void>('DELETE', `/rules/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: rulesKey }),
  })
}

/** Puts the rules into an order, shown at once. */
export function useArrangeRules() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ids: readonly number[]) => request<void>('POST', '/rules/arrange', { body: { ids } }),
    onMutate: async (ids) => {
      await client.cancelQueries({ queryKey: rulesKey })
      client.setQueryData<Rules>(rulesKey, (all) =>
        all?.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)),
      )
    },
    onSettled: () => client.invalidateQueries({ queryKey: rulesKey }),
  })
}

/** The effect of a rule, which need not be saved. */
export function useTestRule() {
  return useMutation({
    mutationFn: (rule: RuleTestRequest) => request<RuleTest>('POST', '/rules/test', { body: rule }),
  })
}

/** Runs a rule over what is there. What it changed comes by the events. */
export function useRunRule() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => request<RunResult>('POST', `/rules/${id}/run`),
    onSettled: () => client.invalidateQueries({ queryKey: runsKey }),
  })
}

export function useUndoRun() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => request<{ restored: number }>('POST', `/rules/runs/${id}/undo`),
    onSettled: () => client.invalidateQueries({ queryKey: runsKey }),
  })
}

/** The settings for all postings beside the rules. */
export function ruleSettingsQuery() {
  return queryOptions({
    queryKey: settingsKey,
    queryFn: ({ signal }) => request<RuleSettings>('GET', '/rules/settings', { signal }),
  })
}

export function useRuleSettings() {
  return useQuery(ruleSettingsQuery())
}

export function useChangeRuleSettings() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (settings: RuleSettings) =>
      request<RuleSettings>('PATCH', '/rules/settings', { body: settings }),
    onSuccess: (settings) => client.setQueryData<RuleSettings>(settingsKey, settings),
  })
}
