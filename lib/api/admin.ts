import { z } from 'zod'
import { cursorParameter, id, instant } from './parameters.ts'
import { retentionFields, type RetentionRules } from './retention.ts'
import type { DelaySummary } from './sources.ts'
import type { SourceHealth } from './subscriptions.ts'
import { hatch } from './hatch.ts'
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

export type AdminSourceRow = {
  readonly id: number
  readonly title: string
  readonly url: string
  readonly host: string
  readonly iconUrl: string | null
  readonly subscribers: number
  readonly weightFactor: number
  readonly weight: number
  readonly postingsPerDay: number | null
  readonly pollsPerDay: number | null
  /** Over the last 30 days. */
  readonly delay: Pick<DelaySummary, 'count' | 'meanMs' | 'medianMs' | 'p90Ms'>
  /** Median delay of each of the last 30 days, oldest first; null: a day without postings. Empty: not counted yet. */
  readonly dailyMediansMs: readonly (number | null)[]
  /** null: not counted yet. */
  readonly promise: {
    /** Nine of ten postings are found within this; null: nothing is promised yet. */
    readonly withinMs: number | null
    /** Share of the latest postings within it, 0–1; null: too few to say. */
    readonly keptShare: number | null
    readonly state: 'learning' | 'kept' | 'broken'
    readonly since: string
    /** Why it is broken: host, outage, budget or hint; null: kept, or not known. */
    readonly cause: string | null
  } | null
  readonly predictedDelayMs: number | null
  readonly lastPolledAt: string | null
  readonly lastOutcome: string | null
  readonly lastHttpStatus: number | null
  readonly health: SourceHealth
  readonly nextPollAt: string | null
}

export type AdminSourcesPage = {
  readonly sources: readonly AdminSourceRow[]
  readonly total: number
  readonly page: number
  readonly pageSize: number
  /** Of the sources that fit the search. */
  readonly counts: Readonly<Record<(typeof sourceChips)[number], number>>
}

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

export type WeightPreview = {
  readonly sources: readonly {
    readonly id: number
    readonly pollsPerDay: { readonly now: number; readonly then: number }
    readonly predictedDelayMs: { readonly now: number; readonly then: number }
  }[]
  /** Mean predicted delay of all other sources. */
  readonly others: { readonly nowMs: number | null; readonly thenMs: number | null }
}

/** Body of POST /api/v1/admin/preview/budget. Answer: BudgetPreview. */
export const budgetPreviewRequest = z.strictObject({ budgetPerDay: z.number().int().min(1).max(100_000_000) })

export type BudgetPreview = {
  readonly now: { readonly budgetPerDay: number; readonly predictedDelayMs: number | null }
  readonly then: { readonly budgetPerDay: number; readonly predictedDelayMs: number | null }
  /** Predicted weighted mean delay at budgets around the present one, rising. */
  readonly curve: readonly { readonly budgetPerDay: number; readonly predictedDelayMs: number }[]
  /** The sources that gain most, or lose most by a smaller budget; at most 5. */
  readonly gainers: readonly { readonly id: number; readonly title: string; readonly changeMs: number }[]
}

export const signUpModes = ['open', 'invitation', 'closed'] as const
export type SignUpMode = (typeof signUpModes)[number]

/** GET /api/v1/admin/settings */
export type ServerSettings = {
  readonly signUp: SignUpMode
  readonly policy: 'price' | 'minimum-delay' | 'mavsync' | 'uniform'
  readonly budgetPerDay: number
  readonly maxStalenessMs: number
  readonly minIntervalMs: number
  /** Greatest planned chance that a document loses postings between two polls. */
  readonly overflowRisk: number
  /** Readers are shown what others read here. */
  readonly recommends: boolean
  /** Weight of a source = its factor × (subscribers ^ popularity + sayStrength × Σ over those who want it fast of min(1, fairShare / all they want fast)). */
  readonly popularity: number
  readonly sayStrength: number
  readonly fairShare: number
  /** No source is polled; what runs is finished. */
  readonly isPaused: boolean
} & RetentionRules

/** Body of PATCH /api/v1/admin/settings. Answer: ServerSettings. A change of policy or budget plans all sources anew. */
export const settingsChange = z
  .strictObject({
    signUp: z.enum(signUpModes),
    policy: z.enum(['price', 'minimum-delay', 'mavsync', 'uniform']),
    budgetPerDay: z.number().int().min(1, 'budgetTooSmall').max(100_000_000),
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
export type SettingsChange = z.infer<typeof settingsChange>

/** Query of GET /api/v1/admin/delay: delays of postings found since then (default: the last 24 h). */
export const delayQuery = z.object({ since: instant.optional() })
/** Answer of GET /api/v1/admin/delay. Weighted: each posting counts by its source's weight. */
export type AdminDelay = DelaySummary & { readonly since: string; readonly weightedMeanMs: number | null }

/** GET /api/v1/admin/aggregator (admins). */
export type AggregatorStatus = {
  readonly lastPassAt: string | null
  readonly isRunning: boolean
  readonly due: number
  readonly leased: number
  readonly pollsLastHour: number
  readonly pollsLastDay: number
  readonly budgetPerDay: number
  readonly grantedPerDay: number
  /** Share of the last hour's polls that started within 5 s of their plan; null without polls. */
  readonly onTimeShare: number | null
  readonly failuresLastHour: number
  readonly sources: { readonly polled: number; readonly failing: number; readonly unsubscribed: number }
  readonly plannedAt: string | null
  readonly predictedDelayMs: number | null
}

/** Body of POST /api/v1/admin/aggregator/run: one bounded pass inside the server. Answer: { polled: number }. */
export const runPassRequest = z.strictObject({ maxPolls: z.number().int().min(1).max(1000).default(100) })

/** Body of POST /api/v1/admin/invitations. Answer 201: Invitation & { url }, shown once. */
export const invitationRequest = z.strictObject({
  note: z.string().trim().max(200).default(''),
  days: z.number().int().min(1).max(90).default(14),
})
export type Invitation = {
  readonly id: number
  readonly note: string
  readonly createdAt: string
  readonly expiresAt: string
  readonly usedAt: string | null
  readonly usedBy: string | null
}

/** GET /api/v1/admin/users?cursor=: { users, nextCursor } */
export const usersQuery = z.object({ cursor: cursorParameter.optional() })
export type AdminUserRow = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: 'admin' | 'subscriber'
  readonly createdAt: string
  /** It can neither sign in nor use its tokens. */
  readonly isLocked: boolean
  readonly subscriptions: number
}
