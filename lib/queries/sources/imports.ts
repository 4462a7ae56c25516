import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportMessage, ImportReport } from '#lib/api/moving/imports.ts'
import type { ImportMade, OpmlReport } from '#lib/api/sources/subscriptions.ts'
import { requestLines } from '#lib/queries/requests/request-lines.ts'
import { ApiFailure, request } from '#lib/queries/requests/request.ts'
import { refreshReading } from '#lib/queries/organising/subscription-acts.ts'

export type ImportProgress = { readonly done: number; readonly total: number }

/** Brings the export of any reader, a file or a list by its address; `progress` is null while nothing is counted. */
export function useImport() {
  const client = useQueryClient()
  const [progress, setProgress] = useState<ImportProgress | null>(null)
  const mutation = useMutation({
    mutationFn: async (from: File | { readonly url: string }) => {
      setProgress(null)
      return from instanceof File ? sendFile(from, setProgress) : [await fetchList(from.url)]
    },
    onSettled: () => refreshReading(client),
  })
  return { ...mutation, progress }
}

/** Takes back what the import of a list made. */
export function useUndoImport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (made: ImportMade) =>
      request<{ readonly ended: number }>('POST', '/import/undo', { body: made }),
    onSettled: () => refreshReading(client),
  })
}

async function sendFile(
  file: File,
  onProgress: (progress: ImportProgress) => void,
): Promise<readonly ImportReport[]> {
  for await (const message of requestLines<ImportMessage>('/import', file)) {
    if (message.type === 'report') return message.files
    if (message.type === 'error') throw new ApiFailure(message.error.code, message.error.message)
    onProgress(message)
  }
  throw new ApiFailure('unreachable', 'The answer broke off.')
}

async function fetchList(url: string): Promise<ImportReport> {
  const report = await request<OpmlReport>('POST', '/opml/from-address', { body: { url } })
  const { added, alreadySubscribed: alreadyThere, failed: refused, lines, made } = report
  const counts = { found: lines.length, added, alreadyThere, notHere: 0, refused }
  return { name: '', kind: 'opml', ...counts, refusal: null, problems: [], lines, made, labels: [] }
}
