import { z } from 'zod'
import { cursorParameter, id, instant } from '#lib/api/http/parameters.ts'
import { type AnswerOf, delaySummary, sourceHealth, when } from '#lib/api/parts/answer-parts.ts'
import { betweenPollsMs } from '#lib/api/parts/limits.ts'
import { pollOverride } from './poll-override.ts'
import { retentionFields } from './retention.ts'
import { movedSources, weightFormula } from './weight-formula.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

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
  .strictObject({ weightFactor, ...pollOverride })
  .partial()
  .refine((change) => Object.keys(change).length > 0, { message: 'giveSetting' })

/**
 * Body of POST /api/v1/admin/sources/weights (bulk, answer { changed: number }), and of POST /api/v1/admin/preview/weight:
 * what the weight would do, before saving (answer WeightPreview).
 */
export const bulkWeightRequest = z.strictObject({ ids: z.array(id).min(1).max(10_000), weightFactor })

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

/** The server's settings with their bounds. Their columns are those of `server_settings`. */
const settingFields = {
  signUp: z.enum(signUpModes),
  policy: z.enum(['price', 'minimum-delay', 'mavsync', 'uniform']),
  /** Polls a day, all sources together, at most; for each source on average, within that, where it is not 0. */
  ...budget,
  maxStalenessMs: z.number().int().min(betweenPollsMs.least).max(betweenPollsMs.most),
  minIntervalMs: z.number().int().min(betweenPollsMs.least, 'intervalTooShort').max(DAY_MS),
  /** Greatest planned chance that a document loses postings between two polls. */
  overflowRisk: z.number().min(0.0001, 'riskTooSmall').max(0.5, 'riskTooLarge'),
  /** Readers are shown what others read here. */
  recommends: z.boolean(),
  /** Weight of a source = its factor × (subscribers ^ popularity + sayStrength × Σ over those who want it fast of min(1, fairShare / all they want fast or are alerted of) + alertStrength × the same of those who are alerted of it; who does both counts once, by the greater strength). */
  ...weightFormula,
  /** No source is polled; what runs is finished. */
  isPaused: z.boolean(),
  ...retentionFields,
}

/** Body of PATCH /api/v1/admin/settings. Answer: ServerSettings. A change of policy or budget plans all sources anew. */
export const serverSettingsChange = z
  .strictObject(settingFields)
  .partial()
  .refine((change) => Object.keys(change).length > 0, { message: 'giveSetting' })

export type ServerSettingsChange = z.infer<typeof serverSettingsChange>

/** Settings that no plan depends on. */
export const settingsOutsidePlans: ReadonlySet<string> = new Set([
  ...['signUp', 'recommends', 'isPaused'],
  ...Object.keys(retentionFields),
])

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

/** An answer promises no bounds: another version may have stored what this one would refuse. */
const answeredFields = Object.fromEntries(
  Object.entries(settingFields).map(([name, field]) => [
    name,
    field instanceof z.ZodNumber ? z.number() : field,
  ]),
) as unknown as typeof settingFields

export const serverSettings = z
  .object({
    ...answeredFields,
    ...retentionFields,
    /** Null: budgetPerDay alone, on a server from before this was there. */
    checksPerSource: z.number().nullable(),
  })
  .meta({ id: 'ServerSettings' })

export const aggregatorStatus = z
  .object({
    lastPassAt: when.nullable(),
    isRunning: z.boolean(),
    due: z.number(),
    leased: z.number(),
    pollsLastHour: z.number(),
    pollsLastDay: z.number(),
    budgetPerDay: z.number(),
    grantedPerDay: z.number(),
    /** Share of the last hour's polls that started within 5 s of their plan; null without polls. */
    onTimeShare: z.number().nullable(),
    failuresLastHour: z.number(),
    sources: z.object({
      polled: z.number(),
      failing: z.number(),
      unsubscribed: z.number(),
    }),
    plannedAt: when.nullable(),
    predictedDelayMs: z.number().nullable(),
  })
  .meta({ id: 'AggregatorStatus' })

export const adminActivity = z
  .object({
    /** Polls of the last 24 hours, the running one last. */
    hours: z.array(
      z.object({
        at: when,
        fetched: z.number(),
        unchanged: z.number(),
        /** The host asked to wait. */
        refused: z.number(),
        failed: z.number(),
        /** Polls an hour by the planning then in force; null: there was none. */
        planned: z.number().nullable(),
      }),
    ),
    /** Delays of the last seven times 24 hours, oldest first; days without any are left out. */
    days: z.array(z.object({ from: when, count: z.number(), medianMs: z.number(), p90Ms: z.number() })),
  })
  .meta({ id: 'AdminActivity' })

export const adminDelay = delaySummary
  .extend({
    since: when,
    weightedMeanMs: z.number().nullable(),
  })
  .meta({ id: 'AdminDelay' })

export const adminSourceRow = z
  .object({
    id: z.number(),
    title: z.string(),
    url: z.string(),
    host: z.string(),
    iconUrl: z.string().nullable(),
    subscribers: z.number(),
    weightFactor: z.number(),
    weight: z.number(),
    postingsPerDay: z.number().nullable(),
    pollsPerDay: z.number().nullable(),
    /** Over the last 30 days. */
    delay: delaySummary.pick({ count: true, meanMs: true, medianMs: true, p90Ms: true }),
    /** Median delay of each of the last 30 days, oldest first; null: a day without postings. Empty: not counted yet. */
    dailyMediansMs: z.array(z.number().nullable()),
    /** null: not counted yet. */
    promise: z
      .object({
        /** Nine of ten postings are found within this; null: nothing is promised yet. */
        withinMs: z.number().nullable(),
        /** Share of the latest postings within it, 0–1; null: too few to say. */
        keptShare: z.number().nullable(),
        state: z.enum(['learning', 'kept', 'broken']),
        since: when,
        /** Why it is broken: host, outage, budget or hint; null: kept, or not known. */
        cause: z.string().nullable(),
      })
      .nullable(),
    predictedDelayMs: z.number().nullable(),
    lastPolledAt: when.nullable(),
    lastOutcome: z.string().nullable(),
    lastHttpStatus: z.number().nullable(),
    health: sourceHealth,
    nextPollAt: when.nullable(),
  })
  .meta({ id: 'AdminSourceRow' })

export const adminSourcesPage = z
  .object({
    sources: z.array(adminSourceRow),
    total: z.number(),
    page: z.number(),
    pageSize: z.number(),
    /** Of the sources that fit the search. */
    counts: z.record(z.enum(sourceChips), z.number()),
  })
  .meta({ id: 'AdminSourcesPage' })

export const weightPreview = z
  .object({
    sources: z.array(
      z.object({
        id: z.number(),
        pollsPerDay: z.object({
          now: z.number(),
          then: z.number(),
        }),
        predictedDelayMs: z.object({
          now: z.number(),
          then: z.number(),
        }),
      }),
    ),
    /** Mean predicted delay of all other sources. */
    others: z.object({
      nowMs: z.number().nullable(),
      thenMs: z.number().nullable(),
    }),
  })
  .meta({ id: 'WeightPreview' })

export const budgetPreview = z
  .object({
    now: z.object({
      budgetPerDay: z.number(),
      predictedDelayMs: z.number().nullable(),
    }),
    then: z.object({
      budgetPerDay: z.number(),
      predictedDelayMs: z.number().nullable(),
    }),
    /** Sources that share the budget. */
    sources: z.number(),
    /** Predicted weighted mean delay at budgets around the present one, rising. */
    curve: z.array(
      z.object({
        budgetPerDay: z.number(),
        predictedDelayMs: z.number(),
      }),
    ),
    /** The sources that gain most, or lose most by a smaller budget; at most 5. */
    gainers: movedSources,
  })
  .meta({ id: 'BudgetPreview' })

export const invitation = z
  .object({
    id: z.number(),
    note: z.string(),
    createdAt: when,
    expiresAt: when,
    usedAt: when.nullable(),
    usedBy: z.string().nullable(),
  })
  .meta({ id: 'Invitation' })

export const adminUserRow = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(['admin', 'subscriber']),
    createdAt: when,
    /** It can neither sign in nor use its tokens. */
    isLocked: z.boolean(),
    subscriptions: z.number(),
    /** Set for this account alone; null: as the configuration says for all. */
    maxSubscriptions: z.number().nullable(),
    maxStoredMb: z.number().nullable(),
  })
  .meta({ id: 'AdminUserRow' })

export type AdminSourceRow = AnswerOf<typeof adminSourceRow>

export type AdminSourcesPage = AnswerOf<typeof adminSourcesPage>

export type WeightPreviewAnswer = AnswerOf<typeof weightPreview>

export type BudgetPreviewAnswer = AnswerOf<typeof budgetPreview>

/** GET /api/v1/admin/settings */
export type ServerSettings = AnswerOf<typeof serverSettings>

/** Answer of GET /api/v1/admin/activity. */
export type AdminActivity = AnswerOf<typeof adminActivity>

/** Answer of GET /api/v1/admin/delay. Weighted: each posting counts by its source's weight. */
export type AdminDelay = AnswerOf<typeof adminDelay>

/** GET /api/v1/admin/aggregator (admins). */
export type AggregatorStatus = AnswerOf<typeof aggregatorStatus>

export type Invitation = AnswerOf<typeof invitation>

export type AdminUserRow = AnswerOf<typeof adminUserRow>

const adminWarning = z
  .object({
    code: z.enum([
      'noAggregator',
      'nothingAnswers',
      'queueLate',
      'manyFail',
      'databaseSlow',
      'diskNearlyFull',
      'hubLeasesLapsed',
      'clockSkew',
      'pollingPaused',
    ]),
    level: z.enum(['critical', 'warning']),
    values: z.record(z.string(), z.number()),
  })
  .meta({ id: 'AdminWarning' })

/** `values` fill the words: lengths of time end in Ms, shares of 1 in Share, sizes in Bytes. */
export type AdminWarning = AnswerOf<typeof adminWarning>

/** The troubles of a server; the words of each are in the area `admin`. */
export type WarningCode = AdminWarning['code']

export const adminWarnings = z
  .object({
    warnings: z.array(adminWarning),
  })
  .meta({ id: 'AdminWarnings' })

/** GET /api/v1/admin/warnings (admins): the gravest first; none where all is well. */
export type AdminWarnings = AnswerOf<typeof adminWarnings>
