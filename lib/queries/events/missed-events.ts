import type { IdentifiedEvent, MissedAnswer } from '#lib/api/events/events.ts'
import { request } from '#lib/queries/requests/request.ts'

/** The events that were told since a page was made, before its window heard the stream of another. */
export async function fetchMissed(since: string): Promise<readonly IdentifiedEvent[]> {
  const { events } = await request<MissedAnswer>('GET', `/events/missed?since=${since}`)
  return events
}
