import { z } from 'zod'
import { cursorParameter, id, instant } from '#lib/api/http/parameters.ts'
import { retentionFields } from './retention.ts'
import { hatch } from './poll-override.ts'
import { weightFormula } from './weight-formula.ts'

export const sourceSortKeys = [
  'title',
  'subscribers',
  'weight',
  'postingsPerDay',
  'pollsPerDay',
  'delay',
  'delayNinety',
  'promise',
  'predictedDelay',
  'nextPoll',
] as const
export type SourceSortKey = (typeof sourceSortKeys)[number]

/**
 * broken: the promise; failing: no answer; paused: by the host; learning: too few postings for a promise; push: the
 * publisher tells; waiting: not polled yet; unsubscribed: nobody reads it.
 */
export const sourceChips = [
  'all',
  'broken',
  'failing',
  'paused',
  'learning',
  'push',
  'waiting',
  'unsubscribed',
] as const

/**
 * Query of GET /api/v1/admin/sources. `search` is of the grammar of lib/search/source-query.ts: words of title, address and host,
 * and fields like delay:>30m; a mistake answers bad_query with its place. Pages are numbered from 1.
 */
export const adminSourcesQuery = z.object({
  search: z.string().trim().max(200).default(''),
  state: z.enum(sourceChips).default('all'),
  sort: z.enum(sourceSortKeys).default('subscribers'),
  direction: z.enum(['asc', 'desc']).default('desc'),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(200).default(50),
})
export type AdminSourcesQuery = z.infer<typeof adminSourcesQuery>

export const weightFactor = z.number().min(0, 'weightTooSmall').max(1000, 'weightTooLarge')

/** Body of PATCH /api/v1/admin/sources/:id. Answer: AdminSourceRow, planned anew. */
export const adminSourceChange = z
  .strictObject({ weightFactor, ...hatch })
  .partial()
  .refine((change) => Object.keys(change).length > 0, { message: 'giveSetting' })

/**
 * Body of POST /api/v1/admin/sources/weights (bulk, answer { changed: number }), and of POST /api/v1/admin/preview/weight:
 * what the weight would do, before saving (answer WeightPreview).
 */
export const bulkWeightRequest = z.strictObject({ ids: z.array(id).min(1).max(10_000), weightFactor })

/** So many checks a day a feed gets on average, unless the admin says otherwise (docs/decisions/0015-checks-per-feed.md). */
export const usualChecksPerSource = 24

const budget = {
  budgetPerDay: z.number().int().min(1, 'budgetTooSmall').max(100_000_000),
  checksPerSource: z.number().int().min(0, 'budgetTooSmall').max(1440, 'checksTooMany'),
}

/** Body of POST /api/v1/admin/preview/budget: the settings to try. Answer: BudgetPreview. */
export const budgetPreviewRequest = z
  .strictObject(budget)
  .partial()
  .refine((request) => Object.keys(request).length > 0, { message: 'giveSetting' })
export type BudgetPreviewRequest = z.infer<typeof budgetPreviewRequest>

export const signUpModes = ['open', 'invitation', 'closed'] as const
export type SignUpMode = (typeof signUpModes)[number]

/** Body of PATCH /api/v1/admin/settings. Answer: ServerSettings. A change of policy or budget plans all sources anew. */
export const serverSettingsChange = z
  .strictObject({
    signUp: z.enum(signUpModes),
    policy: z.enum(['price', 'minimum-delay', 'mavsync', 'uniform']),
    ...budget,
    maxStalenessMs: z
      .number()
      .int()
      .min(60_000)
      .max(28 * 86_400_000),
    minIntervalMs: z.number().int().min(60_000, 'intervalTooShort').max(86_400_000),
    overflowRisk: z.number().min(0.0001, 'riskTooSmall').max(0.5, 'riskTooLarge'),
    recommends: z.boolean(),
    isPaused: z.boolean(),
    ...weightFormula,
    ...retentionFields,
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, { message: 'giveSetting' })
export type ServerSettingsChange = z.infer<typeof serverSettingsChange>

/** Query of GET /api/v1/admin/delay: delays of postings found since then (default: the last 24 h). */
export const delayQuery = z.object({ since: instant.optional() })

/** Body of POST /api/v1/admin/aggregator/run: one bounded pass inside the server. Answer: { polled: number }. */
export const runPassRequest = z.strictObject({ maxPolls: z.number().int().min(1).max(1000).default(100) })

/** Body of POST /api/v1/admin/invitations. Answer 201: Invitation & { url }, shown once. */
export const invitationRequest = z.strictObject({
  note: z.string().trim().max(200).default(''),
  days: z.number().int().min(1).max(90).default(14),
})

/** GET /api/v1/admin/users?cursor=: { users, nextCursor } */
export const usersQuery = z.object({ cursor: cursorParameter.optional() })
