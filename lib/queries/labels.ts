import { queryOptions, useQuery } from '@tanstack/react-query'
import type { LabelItem } from '#lib/api/organising.ts'
import { keys } from './keys.ts'
import { request } from './request.ts'

type Labels = readonly LabelItem[]

export function labelsQuery() {
  return queryOptions({
    queryKey: keys.labels,
    queryFn: async ({ signal }): Promise<Labels> => {
      const answer = await request<{ labels: Labels }>('GET', '/labels', { signal })
      return answer.labels
    },
  })
}

/** All labels by name. */
export function useLabels() {
  return useQuery(labelsQuery())
}
