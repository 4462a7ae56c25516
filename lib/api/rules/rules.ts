import { z } from 'zod'
import { id } from '#lib/api/http/parameters.ts'
import { queryText } from '#lib/api/lists/search.ts'
import { type AnswerOf, when } from '#lib/api/parts/answer-parts.ts'
import { postingItem } from '#lib/api/postings/postings.ts'
import { longestName } from '#lib/text/names.ts'

/** The acts of a rule on the postings that it finds. */
const ruleActs = z.strictObject({
  read: z.boolean().default(false),
  star: z.boolean().default(false),
  labelId: id.nullable().default(null),
  /** Out of lists and counts; `is:hidden` finds it. */
  hide: z.boolean().default(false),
  alert: z.boolean().default(false),
  /** The integration by which it is sent; null: it is not sent. */
  sendTo: id.nullable().default(null),
})

export type RuleActsRequest = z.infer<typeof ruleActs>

const scope = z.enum(['all', 'folder', 'source'])

const matched = {
  kind: z.enum(['rule', 'block', 'keep']).default('rule'),
  /** A query; of a list an entry in each line. */
  query: queryText,
  scope: scope.default('all'),
  /** With the scope "folder": also of the folders inside. */
  folderId: id.nullable().default(null),
  sourceId: id.nullable().default(null),
  acts: ruleActs.prefault({}),
}

type Scoped = {
  readonly scope: z.infer<typeof scope>
  readonly folderId: number | null
  readonly sourceId: number | null
}

function namesItsPlace({ scope: of, folderId, sourceId }: Scoped): boolean {
  if (of === 'folder') return folderId !== null && sourceId === null
  if (of === 'source') return sourceId !== null && folderId === null
  return folderId === null && sourceId === null
}

function doesSomething({ kind, acts }: { readonly kind: string; readonly acts: RuleActsRequest }): boolean {
  const { read, star, labelId, hide, alert, sendTo } = acts
  return kind !== 'rule' || read || star || hide || alert || labelId !== null || sendTo !== null
}

/**
 * Body of POST /api/v1/rules (answer 201 RuleItem) and PUT /api/v1/rules/:id. The lists "block" and "keep" hide what they
 * find and end with it, whatever is given.
 */
export const ruleRequest = z
  .strictObject({
    name: z.string().trim().min(1, 'ruleNeedsName').max(longestName.other),
    ...matched,
    /** The rules behind it leave alone what it found. */
    stops: z.boolean().default(false),
    isOn: z.boolean().default(true),
  })
  .refine(namesItsPlace, { message: 'ruleNeedsPlace', path: ['scope'] })
  .refine(doesSomething, { message: 'ruleNeedsAct', path: ['acts'] })

export type RuleRequest = z.infer<typeof ruleRequest>

/** Body of PATCH /api/v1/rules/:id. Answer: RuleItem. */
export const ruleSwitch = z.strictObject({ isOn: z.boolean() })

/** Body of POST /api/v1/rules/arrange: all rules in their order. */
export const ruleOrder = z.strictObject({ ids: z.array(id).max(10_000) })

/** Body of POST /api/v1/rules/test: a rule that need not be stored. Answer: RuleTest. */
export const ruleTestRequest = z
  .strictObject(matched)
  .refine(namesItsPlace, { message: 'ruleNeedsPlace', path: ['scope'] })

export type RuleTestRequest = z.infer<typeof ruleTestRequest>

/** Body of PATCH /api/v1/rules/settings. GET answers the same. */
export const ruleSettings = z.strictObject({
  /** Unread postings older than so many days are marked as read, but for what is starred, labelled or kept; null: never. */
  readAfterDays: z.number().int().min(1).max(3650).nullable(),
})

export type RuleSettings = z.infer<typeof ruleSettings>

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
        'Why the rule finds nothing: its folder or feed was deleted, or its search has a mistake. Or its service was deleted, while it does the rest. Null: all is well.',
    }),
  })
  .meta({ id: 'RuleItem' })

const actCounts = z
  .record(z.enum(['read', 'star', 'label', 'hide', 'alert', 'send']), z.number())
  .meta({ id: 'ActCounts' })

export const ruleTest = z
  .object({
    /** Postings that were looked at: the latest 1,000 of its scope. */
    tested: z.number(),
    found: z.number(),
    /** Changes that running it over these would make. Nobody is told of what is there already: those are of new postings like these. */
    counts: actCounts,
    /** The latest that it finds, 50 at most. */
    postings: z.array(postingItem),
  })
  .meta({ id: 'RuleTest' })

const runPart = z
  .object({
    ruleId: z.number(),
    name: z.string(),
    counts: actCounts,
  })
  .meta({ id: 'RunPart' })

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

export const runResult = z
  .object({
    found: z.number(),
    run: ruleRunItem.nullable(),
  })
  .meta({ id: 'RunResult' })

/** The number of postings that each act was done to, or would be. `read`: those that were unread. */
export type ActCounts = AnswerOf<typeof actCounts>

/** A rule. GET /api/v1/rules answers { rules } in their order. */
export type RuleItem = AnswerOf<typeof ruleItem>

export type RuleTest = AnswerOf<typeof ruleTest>

export type RunPart = AnswerOf<typeof runPart>

/** A run that changed something, kept for 14 days; of those that were asked for, the last 50. GET /api/v1/rules/runs answers { runs }: the last 50, the latest first. */
export type RuleRunItem = AnswerOf<typeof ruleRunItem>

/** POST /api/v1/rules/:id/run: over the latest 10,000 postings of its scope. `run`: null where it changed nothing. */
export type RunResult = AnswerOf<typeof runResult>
