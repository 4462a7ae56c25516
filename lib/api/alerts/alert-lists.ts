import { z } from 'zod'
import type {
  alertDeliveryItem,
  alertDeliveryPage,
  alertHitItem,
  alertHitPage,
  promiseDetail,
} from './alerts.ts'
import type { AnswerOf } from '#lib/api/parts/answer-parts.ts'
import { cursorParameter, postingId } from '#lib/api/http/parameters.ts'

/** Query of GET /api/v1/alerts/hits and …/deliveries, newest first. */
export const alertPageQuery = z.strictObject({ cursor: cursorParameter.regex(/^\d{1,18}$/).optional() })

/** GET /api/v1/alerts/hits: what was told in the page. */
export type AlertHitPage = AnswerOf<typeof alertHitPage>

export type AlertHitItem = AnswerOf<typeof alertHitItem>

/** A delay that left its promise. */
export type PromiseDetail = AnswerOf<typeof promiseDetail>

/** Body of POST /api/v1/alerts/hits/seen: all up to this one. */
export const hitsSeenRequest = z.strictObject({ throughId: postingId })

/** GET /api/v1/alerts/deliveries: the log. */
export type AlertDeliveryPage = AnswerOf<typeof alertDeliveryPage>

export type AlertDeliveryItem = AnswerOf<typeof alertDeliveryItem>
