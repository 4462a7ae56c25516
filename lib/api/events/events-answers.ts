import { z } from 'zod'
import { toldState } from '#lib/api/postings/postings-answers.ts'

/** ServerEvent */
export const serverEvent = z
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
      postings: z.union([z.literal('many'), z.array(toldState)]).exactOptional(),
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

/** IdentifiedEvent */
export const identifiedEvent = z
  .object({
    id: z.string(),
    event: serverEvent,
  })
  .meta({ id: 'IdentifiedEvent' })

/** MissedAnswer */
export const missedAnswer = z
  .object({
    events: z.array(identifiedEvent),
    position: z.string(),
  })
  .meta({ id: 'MissedAnswer' })
