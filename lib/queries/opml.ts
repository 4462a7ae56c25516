import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { OpmlReport } from '#lib/api/subscriptions.ts'
import { request } from './request.ts'
import { refreshReading } from './subscriptions.ts'

/** Address of the download of all subscriptions as OPML. */
export const opmlExportUrl = '/api/v1/opml'

/** Subscribes to everything an OPML document lists, a file or one by its address; the report has a line for each. */
export function useImportOpml() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (list: File | { readonly url: string }) =>
      list instanceof File
        ? request<OpmlReport>('POST', '/opml', { body: list })
        : request<OpmlReport>('POST', '/opml/from-address', { body: list }),
    onSettled: () => refreshReading(client),
  })
}
