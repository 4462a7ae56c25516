import { z } from 'zod'
import type { Reason } from '#lib/policy/basics/reason.ts'

type Plain = string | number | boolean | null | undefined
type Frozen<T> = T extends Plain ? T : { readonly [K in keyof T]: Frozen<T[K]> }

/** The type of an answer, of its schema: read-only, as nobody changes what was told. */
export type AnswerOf<Schema extends z.ZodType> = Frozen<z.infer<Schema>>

/** ISO 8601 in UTC. */
export const when = z.string().meta({ format: 'date-time' })
/** 64 bits, so as text. */
export const longNumber = z.string().meta({ pattern: '^\\d+$', description: 'A number of 64 bits, as text.' })

/** Of every reason the code and the sentence; the values beside them depend on the code. */
export const reason = z.custom<ReasonItem>().meta({
  type: 'object',
  properties: { code: { type: 'string' }, text: { type: 'string' } },
  required: ['code', 'text'],
  description: 'Why: a code with its values, and the same as a sentence, with times in UTC.',
})

export const sourceHealth = z.object({
  kind: z.enum(['ok', 'waiting', 'failing', 'gone', 'opted-out']),
  /** Null: all is well. */
  reason: reason.nullable(),
})

/** DelaySummary */
export const delaySummary = z
  .object({
    count: z.number(),
    /** Postings without an exact time, not in the figures. */
    withoutExactTime: z.number(),
    meanMs: z.number().nullable(),
    medianMs: z.number().nullable(),
    p90Ms: z.number().nullable(),
    maxMs: z.number().nullable(),
  })
  .meta({ id: 'DelaySummary' })

/** SourceDelaySummary: with the shares found within 5, 15 and 60 minutes, 0–1; null without any. */
export const sourceDelaySummary = delaySummary
  .extend({
    within5: z.number().nullable(),
    within15: z.number().nullable(),
    within60: z.number().nullable(),
  })
  .meta({ id: 'SourceDelaySummary' })

/** Why something was decided or went wrong: a code with values (lib/policy/basics/reason.ts), and the same as an English sentence, times in UTC. */
export type ReasonItem = Reason & { readonly text: string }
