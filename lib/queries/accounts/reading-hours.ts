import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReadingHours, ReadingHoursChange } from '#lib/api/accounts/reading-hours.ts'
import { asLeft, inOrder } from '#lib/queries/requests/in-turn.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { request } from '#lib/queries/requests/request.ts'

/** Not in keys.ts, which the reading page loads at once: its script has no byte to spare. */
const readingHoursKey = [...keys.account, 'reading-hours']

function readingHoursQuery() {
  return queryOptions({
    queryKey: readingHoursKey,
    queryFn: ({ signal }) => request<ReadingHours>('GET', '/reading-hours', { signal }),
  })
}

/** The hours at which the subscriber reads, as far as they are used. */
export function useReadingHours() {
  return useQuery(readingHoursQuery())
}

/** Changes are sent one after the other; what the server answers is shown. */
export function useChangeReadingHours() {
  const client = useQueryClient()
  return useMutation({
    mutationKey: readingHoursKey,
    mutationFn: (change: ReadingHoursChange) =>
      inOrder('reading-hours', () =>
        request<ReadingHours>('PATCH', '/reading-hours', { body: change, ...asLeft() }),
      ),
    onSuccess: (hours) => client.setQueryData(readingHoursKey, hours),
  })
}

/** Deletes what was learned. */
export function useForgetReadingHours() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => request<undefined>('DELETE', '/reading-hours'),
    onSuccess: () => client.invalidateQueries({ queryKey: readingHoursKey }),
  })
}
