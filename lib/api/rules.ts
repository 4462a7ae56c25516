import { z } from 'zod'
import type { actCounts, ruleItem, runResult, ruleRunItem, runPart, ruleTest } from './answers/rules.ts'
import type { Told } from './answers/parts.ts'
import { id } from './parameters.ts'
import { queryText } from './search.ts'

/** How many postings each act was done to, or would be. `read`: those that were unread. */
export type ActCounts = Told<typeof actCounts>

/** What a rule does with the postings that it finds. */
export const ruleActs = z.strictObject({
  read: z.boolean().default(false),
  star: z.boolean().default(false),
  labelId: id.nullable().default(null),
  /** Out of lists and counts; `is:hidden` finds it. */
  hide: z.boolean().default(false),
  alert: z.boolean().default(false),
  /** The integration by which it is sent; null: it is not sent. */
  sendTo: id.nullable().default(null),
})
export type RuleActs = z.infer<typeof ruleActs>

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

function doesSomething({ kind, acts }: { readonly kind: string; readonly acts: RuleActs }): boolean {
  const { read, star, labelId, hide, alert, sendTo } = acts
  return kind !== 'rule' || read || star || hide || alert || labelId !== null || sendTo !== null
}

/**
 * Body of POST /api/v1/rules (answer 201 RuleItem) and PUT /api/v1/rules/:id. The lists "block" and "keep" hide what they
 * find and end with it, whatever is given.
 */
export const ruleRequest = z
  .strictObject({
    name: z.string().trim().min(1, 'ruleNeedsName').max(100),
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

/** A rule. GET /api/v1/rules answers { rules } in their order. */
export type RuleItem = Told<typeof ruleItem>

/** Body of POST /api/v1/rules/test: a rule that need not be stored. Answer: RuleTest. */
export const ruleTestRequest = z
  .strictObject(matched)
  .refine(namesItsPlace, { message: 'ruleNeedsPlace', path: ['scope'] })
export type RuleTestRequest = z.infer<typeof ruleTestRequest>

export type RuleTest = Told<typeof ruleTest>

export type RunPart = Told<typeof runPart>

/** A run that changed something, kept for 14 days. GET /api/v1/rules/runs answers { runs }: the last 50, the latest first. */
export type RuleRunItem = Told<typeof ruleRunItem>

/** POST /api/v1/rules/:id/run: over the latest 10,000 postings of its scope. `run`: null where it changed nothing. */
export type RunResult = Told<typeof runResult>

/** Body of PATCH /api/v1/rules/settings. GET answers the same. */
export const ruleSettings = z.strictObject({
  /** Unread postings older than so many days are marked as read, but for what is starred, labelled or kept; null: never. */
  readAfterDays: z.number().int().min(1).max(3650).nullable(),
})
export type RuleSettings = z.infer<typeof ruleSettings>
