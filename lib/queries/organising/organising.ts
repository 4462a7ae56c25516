import { useQuery } from '@tanstack/react-query'
import type { OrganisingSettings } from '#lib/api/organising/organising.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { request } from '#lib/queries/requests/request.ts'

/** The order of folders and sources. */
export function useOrganising() {
  return useQuery({
    queryKey: keys.organising,
    queryFn: ({ signal }) => request<OrganisingSettings>('GET', '/organising', { signal }),
    staleTime: Number.POSITIVE_INFINITY, // an event tells of changes
  })
}
