import { z } from 'zod'
import { delaySummary } from '#lib/api/parts/delay-summary-answers.ts'
import { type Told, sourceHealth, when } from '#lib/api/parts/answer-parts.ts'
import { retentionRules } from '#lib/api/server/retention.ts'
import { signUpModes, sourceChips } from '#lib/api/server/admin.ts'

/** ServerSettings */
export const serverSettings = z
  .object({
    signUp: z.enum(signUpModes),
    policy: z.enum(['price', 'minimum-delay', 'mavsync', 'uniform']),
    /** Polls a day, all sources together, at most. */
    budgetPerDay: z.number(),
    /** Polls a day for each source on average, within budgetPerDay. 0: budgetPerDay alone; null: the same, on a server from before this was there. */
    checksPerSource: z.number().nullable(),
    maxStalenessMs: z.number(),
    minIntervalMs: z.number(),
    /** Greatest planned chance that a document loses postings between two polls. */
    overflowRisk: z.number(),
    /** Readers are shown what others read here. */
    recommends: z.boolean(),
    /** Weight of a source = its factor × (subscribers ^ popularity + sayStrength × Σ over those who want it fast of min(1, fairShare / all they want fast or are alerted of) + alertStrength × the same of those who are alerted of it; who does both counts once, by the greater strength). */
    popularity: z.number(),
    sayStrength: z.number(),
    alertStrength: z.number(),
    fairShare: z.number(),
    /** No source is polled; what runs is finished. */
    isPaused: z.boolean(),
  })
  .extend(retentionRules.shape)
  .meta({ id: 'ServerSettings' })

/** AggregatorStatus */
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

/** AdminActivity */
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

/** AdminDelay */
export const adminDelay = delaySummary
  .extend({
    since: when,
    weightedMeanMs: z.number().nullable(),
  })
  .meta({ id: 'AdminDelay' })

/** AdminSourceRow */
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

/** AdminSourcesPage */
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

/** WeightPreview */
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

/** BudgetPreview */
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
    gainers: z.array(
      z.object({
        id: z.number(),
        title: z.string(),
        changeMs: z.number(),
      }),
    ),
  })
  .meta({ id: 'BudgetPreview' })

/** Invitation */
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

/** AdminUserRow */
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

export type AdminSourceRow = Told<typeof adminSourceRow>

export type AdminSourcesPage = Told<typeof adminSourcesPage>

export type WeightPreviewAnswer = Told<typeof weightPreview>

export type BudgetPreviewAnswer = Told<typeof budgetPreview>

/** GET /api/v1/admin/settings */
export type ServerSettings = Told<typeof serverSettings>

/** Answer of GET /api/v1/admin/activity. */
export type AdminActivity = Told<typeof adminActivity>

/** Answer of GET /api/v1/admin/delay. Weighted: each posting counts by its source's weight. */
export type AdminDelay = Told<typeof adminDelay>

/** GET /api/v1/admin/aggregator (admins). */
export type AggregatorStatus = Told<typeof aggregatorStatus>

export type Invitation = Told<typeof invitation>

export type AdminUserRow = Told<typeof adminUserRow>
