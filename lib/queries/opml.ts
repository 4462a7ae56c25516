import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { OpmlReport } from '#lib/api/subscriptions.ts'
import { request } from './request.ts'
import { refreshReading } from './subscriptions.ts'

/** Address of the download of all subscriptions as OPML. */
export const opmlExportUrl = '/api/v1/opml'

/** Subscribes to everything an OPML document lists; the report has a line for each. */
export function useImportOpml() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (document: File | string) => request<OpmlReport>('POST', '/opml', { body: document }),
    onSettled: () => refreshReading(client),
  })
}
