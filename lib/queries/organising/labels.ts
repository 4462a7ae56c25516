import { useQuery } from '@tanstack/react-query'
import type { LabelItem } from '#lib/api/organising/organising.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { request } from '#lib/queries/requests/request.ts'

type Labels = readonly LabelItem[]

/** All labels by name. */
export function useLabels() {
  return useQuery({
    queryKey: keys.labels,
    queryFn: async ({ signal }): Promise<Labels> => {
      const answer = await request<{ labels: Labels }>('GET', '/labels', { signal })
      return answer.labels
    },
  })
}
