import { z } from 'zod'
import { id } from '#lib/api/http/parameters.ts'
import { queryText } from '#lib/api/lists/search.ts'

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
