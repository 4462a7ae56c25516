import { z } from 'zod'
import type { AnswerOf } from '#lib/api/parts/answer-parts.ts'
import { stateGroup } from '#lib/api/postings/postings.ts'

const serverEvent = z
  .union([
    z.object({
      type: z.literal('postings'),
      sourceId: z.number(),
      count: z.number(),
      maxId: z.string(),
      isFirst: z.literal(true).exactOptional(),
    }),
    z.object({
      type: z.literal('state'),
      postings: z.union([z.literal('many'), z.array(stateGroup)]).exactOptional(),
    }),
    z.object({
      type: z.literal('alert'),
      count: z.number(),
    }),
    z.object({
      type: z.literal('settings'),
    }),
    z.object({
      type: z.literal('account'),
    }),
    z.object({
      type: z.literal('source'),
      sourceId: z.number(),
    }),
    z.object({
      type: z.literal('planned'),
    }),
    z.object({
      type: z.literal('reset'),
    }),
  ])
  .meta({ id: 'ServerEvent' })

/**
 * GET /api/v1/events: server-sent events of one subscriber. The event's name is `type`, its data the JSON below, its id where
 * one stands with it. Who comes back with that (Last-Event-ID, or ?since=) is told in order what was missed; by the same id
 * an event is known that is told a second time, as happens to those written at the same moment as the last one.
 */
export type ServerEvent = AnswerOf<typeof serverEvent>

const identifiedEvent = z
  .object({
    id: z.string(),
    event: serverEvent,
  })
  .meta({ id: 'IdentifiedEvent' })

/** An event, and where one stands with it. */
export type IdentifiedEvent = AnswerOf<typeof identifiedEvent>

/** The position of a page or an answer; checked in full where it is used. */
const position = z.string().min(5).max(8000)

/** Query of GET /api/v1/events: from when on; without it and Last-Event-ID, from now on. */
export const eventsQuery = z.strictObject({ since: position.optional() })

/** Query of GET /api/v1/events/missed. */
export const missedQuery = z.strictObject({ since: position })

export const missedAnswer = z
  .object({
    events: z.array(identifiedEvent),
    position: z.string(),
  })
  .meta({ id: 'MissedAnswer' })

/** GET /api/v1/events/missed, for who asks now and then: what `events` would tell at once, and where one stands then. */
export type MissedAnswer = AnswerOf<typeof missedAnswer>
