import { queryOptions, useQuery } from '@tanstack/react-query'
import type { AdminWarnings } from '#lib/api/server/admin.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { request } from '#lib/queries/requests/request.ts'

export function warningsQuery() {
  return queryOptions({
    queryKey: keys.warnings,
    queryFn: ({ signal }) => request<AdminWarnings>('GET', '/admin/warnings', { signal }),
    refetchInterval: 30_000,
  })
}

/** The troubles of the server. */
export function useWarnings() {
  return useQuery(warningsQuery())
}
