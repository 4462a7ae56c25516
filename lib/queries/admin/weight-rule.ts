import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RulePreview, RuleResult, WeightRule } from '#lib/api/server/weight-rule.ts'
import { refreshPlans } from './admin.ts'
import { request } from '#lib/queries/requests/request.ts'

/** The effect of a rule on weights. */
export function useRulePreview() {
  return useMutation({
    mutationFn: (rule: WeightRule) =>
      request<RulePreview>('POST', '/admin/preview/weight-rule', { body: rule }),
  })
}

/** Changes the weights of all sources that a filter finds. */
export function useWeightRule() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (rule: WeightRule) =>
      request<RuleResult>('POST', '/admin/sources/weights/rule', { body: rule }),
    onSettled: () => refreshPlans(client),
  })
}
