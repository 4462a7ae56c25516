import { z } from 'zod'
import type { ChannelKind } from './alerts.ts'
import { cursorParameter, postingId } from './parameters.ts'

/** Query of GET /api/v1/alerts/hits and …/deliveries, newest first. */
export const alertPageQuery = z.strictObject({ cursor: cursorParameter.regex(/^\d{1,18}$/).optional() })

/** GET /api/v1/alerts/hits: what was told in the page. */
export type AlertHitPage = {
  readonly hits: readonly AlertHitItem[]
  readonly unseen: number
  readonly nextCursor: string | null
}

export type AlertHitItem = {
  readonly id: string
  readonly kind: 'posting' | 'promise'
  /** Null: a rule asked for it, or its alert is gone. */
  readonly alert: { readonly id: number; readonly name: string } | null
  readonly source: { readonly id: number; readonly title: string } | null
  readonly posting: { readonly id: string; readonly title: string; readonly url: string | null } | null
  readonly promise: PromiseDetail | null
  readonly foundAt: string
  readonly madeAt: string
  readonly seenAt: string | null
}

/** A delay that left its promise. */
export type PromiseDetail = {
  readonly since: string
  readonly promiseMs: number | null
  /** As of SourceFreshness: "host", "outage", "budget", "hint"; null: not known. */
  readonly cause: string | null
}

/** Body of POST /api/v1/alerts/hits/seen: all up to this one. */
export const hitsSeenRequest = z.strictObject({ throughId: postingId })

/** GET /api/v1/alerts/deliveries: the log. */
export type AlertDeliveryPage = {
  readonly deliveries: readonly AlertDeliveryItem[]
  readonly nextCursor: string | null
}

export type AlertDeliveryItem = {
  readonly id: string
  /** Told to the other end with each try. */
  readonly key: string
  readonly channel: { readonly id: number; readonly kind: ChannelKind; readonly name: string }
  readonly state: 'waiting' | 'sent' | 'failed'
  /** What it tells of: the first title, and how many there are. */
  readonly title: string | null
  readonly count: number
  readonly isTest: boolean
  readonly madeAt: string
  readonly dueAt: string
  readonly sentAt: string | null
  readonly tries: number
  readonly httpStatus: number | null
  readonly error: string | null
}
