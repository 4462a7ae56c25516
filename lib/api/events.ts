/** GET /api/v1/events: server-sent events of one subscriber. The event's name is `type`, its data the JSON below. */
export type ServerEvent =
  /** New postings of a source the subscriber reads. */
  | { readonly type: 'postings'; readonly sourceId: number; readonly count: number; readonly maxId: string }
  /** Read marks, stars, subscriptions or folders changed in another window: counts are to be read again. */
  | { readonly type: 'state' }
  /** A source was polled or planned anew. */
  | { readonly type: 'source'; readonly sourceId: number }

/** PostgreSQL NOTIFY channel and payloads between aggregator, web processes and each other. */
export const notifyChannel = 'skylark'
export type Notification =
  | { readonly type: 'postings'; readonly sourceId: number; readonly count: number; readonly maxId: string }
  | { readonly type: 'source'; readonly sourceId: number }
  | { readonly type: 'state'; readonly subscriberId: string }
  /** Wakes the aggregator: something became due now. */
  | { readonly type: 'due' }
  /** Asks the aggregator to plan all sources anew. */
  | { readonly type: 'plan' }
