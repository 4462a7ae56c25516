import type { ToldStates } from './posting-states.ts'

/** GET /api/v1/events: server-sent events of one subscriber. The event's name is `type`, its data the JSON below. */
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
