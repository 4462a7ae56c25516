import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ImportMessage, ImportReport } from '#lib/api/moving/imports.ts'
import type { ImportMade, OpmlReport } from '#lib/api/sources/subscriptions.ts'
import { ApiFailure, apiFailureOf, request, send } from '#lib/queries/requests/request.ts'
import { refreshReading } from '#lib/queries/organising/subscription-acts.ts'

type ImportProgress = { readonly done: number; readonly total: number }

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

/**
 * Sends a file and reads the lines of JSON that the answer consists of, as they come.
 * @throws ApiFailure as `request`, also when the answer breaks off
 */
async function* requestLines<T>(path: string, body: Blob): AsyncGenerator<T> {
  const response = await send('POST', path, { body })
  if (!response.ok) throw apiFailureOf(await response.json().catch(() => null), response)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const next = await reader?.read().catch((cause: unknown) => {
      throw new ApiFailure('unreachable', 'The answer broke off.', { cause })
    })
    if (next === undefined || next.done) return
    const lines = (rest + next.value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield JSON.parse(line) as T
  }
}
