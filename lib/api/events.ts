import { z } from 'zod'
import type { ToldStates } from './posting-states.ts'

/**
 * GET /api/v1/events: server-sent events of one subscriber. The event's name is `type`, its data the JSON below, its id where
 * one stands with it. Who comes back with that (Last-Event-ID, or ?since=) is told in order what was missed; by the same id
 * an event is known that is told a second time, as happens to those written at the same moment as the last one.
 */
export type ServerEvent =
  /** New postings of a source the subscriber reads. */
  | { readonly type: 'postings'; readonly sourceId: number; readonly count: number; readonly maxId: string }
  /**
   * Something changed, in this window or another: counts are to be read again. With a list of `postings` these alone did;
   * with `many`, postings and perhaps the rest; without, subscriptions, folders, labels or views.
   */
  | { readonly type: 'state'; readonly postings?: ToldStates }
  /** So many more stand in the list of alerts; 0: some were seen, in this window or another. */
  | { readonly type: 'alert'; readonly count: number }
  /** Settings changed, in this window or another. */
  | { readonly type: 'settings' }
  /** Passkeys, app passwords, sessions or the like of the account changed. */
  | { readonly type: 'account' }
  /** A source was polled or planned anew. */
  | { readonly type: 'source'; readonly sourceId: number }
  /** All sources were planned anew. */
  | { readonly type: 'planned' }
  /** More was missed than is kept: everything is to be read again. */
  | { readonly type: 'reset' }

/** An event, and where one stands with it. */
export type IdentifiedEvent = { readonly id: string; readonly event: ServerEvent }

/** Where a page or an answer stands; checked in full where it is used. */
const position = z.string().min(5).max(8000)

/** Query of GET /api/v1/events: from when on; without it and Last-Event-ID, from now on. */
export const eventsQuery = z.strictObject({ since: position.optional() })

/** Query of GET /api/v1/events/missed. */
export const missedQuery = z.strictObject({ since: position })

/** GET /api/v1/events/missed, for who asks now and then: what `events` would tell at once, and where one stands then. */
export type MissedAnswer = {
  readonly events: readonly IdentifiedEvent[]
  readonly position: string
}
