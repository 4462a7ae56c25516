import { z } from 'zod'
import { type AnswerOf, when } from '#lib/api/parts/answer-parts.ts'

export const fullText = z.union([
  z.object({ kind: z.literal('text'), html: z.string(), fetchedAt: when }),
  z.object({ kind: z.literal('loading') }),
  z.object({
    kind: z.literal('failed'),
    /** The kind of failure: of fetch-types.ts or extract-article.ts, "opted-out" or "resting". */
    failure: z.string(),
    /** For people. */
    message: z.string(),
    /** From when it can be tried again; null: it was given up. */
    retryAt: when.nullable(),
  }),
])

/** The whole text from a posting's page. */
export type FullText = AnswerOf<typeof fullText>
