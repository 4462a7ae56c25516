import { z } from 'zod'
import { ruleActs } from '#lib/api/rules/rules.ts'
import { type Told, when } from '#lib/api/parts/answer-parts.ts'
import { postingItem } from '#lib/api/postings/postings-answers.ts'

/** RuleItem */
export const ruleItem = z
  .object({
    id: z.number(),
    name: z.string(),
    kind: z.enum(['rule', 'block', 'keep']),
    query: z.string(),
    scope: z.enum(['all', 'folder', 'source']),
    folderId: z.number().nullable(),
    sourceId: z.number().nullable(),
    acts: ruleActs,
    stops: z.boolean(),
    isOn: z.boolean(),
    trouble: z.enum(['place-gone', 'query', 'integration-gone']).nullable().meta({
      description:
        'Why it finds nothing: its folder or source is gone, or its query is not understood any more; or that what it sends by is gone, while it does the rest; null: all is well.',
    }),
  })
  .meta({ id: 'RuleItem' })

/** ActCounts */
export const actCounts = z
  .record(z.enum(['read', 'star', 'label', 'hide', 'alert', 'send']), z.number())
  .meta({ id: 'ActCounts' })

/** RuleTest */
export const ruleTest = z
  .object({
    /** Postings that were looked at: the latest 1,000 of its scope. */
    tested: z.number(),
    found: z.number(),
    /** What running it over these would change. Nobody is told of what is there already: those are of new postings like these. */
    counts: actCounts,
    /** The latest that it finds, 50 at most. */
    postings: z.array(postingItem),
  })
  .meta({ id: 'RuleTest' })

/** RunPart */
export const runPart = z
  .object({
    ruleId: z.number(),
    name: z.string(),
    counts: actCounts,
  })
  .meta({ id: 'RunPart' })

/** RuleRunItem */
export const ruleRunItem = z
  .object({
    id: z.string(),
    /** found: over new postings; asked: over what was there; aged: marked as read after days. */
    kind: z.enum(['found', 'asked', 'aged']),
    at: when,
    /** Empty parts of "aged": it is no rule; its count is that of rule 0. */
    parts: z.array(runPart),
    undoneAt: when.nullable(),
  })
  .meta({ id: 'RuleRunItem' })

/** RunResult */
export const runResult = z
  .object({
    found: z.number(),
    run: ruleRunItem.nullable(),
  })
  .meta({ id: 'RunResult' })

/** How many postings each act was done to, or would be. `read`: those that were unread. */
export type ActCounts = Told<typeof actCounts>

/** A rule. GET /api/v1/rules answers { rules } in their order. */
export type RuleItem = Told<typeof ruleItem>

export type RuleTest = Told<typeof ruleTest>

export type RunPart = Told<typeof runPart>

/** A run that changed something, kept for 14 days. GET /api/v1/rules/runs answers { runs }: the last 50, the latest first. */
export type RuleRunItem = Told<typeof ruleRunItem>

/** POST /api/v1/rules/:id/run: over the latest 10,000 postings of its scope. `run`: null where it changed nothing. */
export type RunResult = Told<typeof runResult>
