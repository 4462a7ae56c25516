import type { AdminSourcesQuery } from '#lib/api/server/admin.ts'
import type { BudgetGroup } from '#lib/api/server/budget.ts'
import type { FreshnessQuery } from '#lib/api/freshness/freshness.ts'
import type { PostingListFilter } from '#lib/api/postings/postings.ts'

/**
 * The names of all cached queries. Lists of postings are never fetched again by themselves: nothing moves under the
 * reader's finger; `useNewPostings` tells what came and refreshes the list when asked.
 *
 * | query                                | file             | kept fresh by                                         |
 * | ------------------------------------ | ---------------- | ----------------------------------------------------- |
 * | postingList(filter)                  | postings.ts      | patches; events state; `show()` of useNewPostings;    |
 * |                                      |                  | the fresh one: take-new.ts                            |
 * | posting(id)                          | postings.ts      | patches; events state                                 |
 * | chapters(id)                         | chapters.ts      | nothing: they stay                                    |
 * | dayStrip                             | postings.ts      | patches; each minute; as counts                       |
 * | counts                               | counts.ts        | patches; events postings (patch, later), state;       |
 * |                                      |                  | with dayStrip and freshCount in one request (ask-counts.ts) |
 * | listSettings                         | list-settings.ts | patches; event settings                               |
 * | freshCount(minutes)                  | fresh.ts         | patches; each minute; as counts                       |
 * | subscriptions                        | subscriptions.ts | event state; event source while the source is waiting; |
 * |                                      |                  | each minute while the fresh list is shown             |
 * | folders                              | folders.ts       | event state                                           |
 * | labels                               | labels.ts        | event state                                           |
 * | organising                           | organising.ts    | event state                                           |
 * | rules, …runs, …settings               | rules.ts         | own mutations; runs every 10 s while shown            |
 * | outputFeeds, digests                 | outputs.ts       | own mutations; event account                          |
 * | views, viewCounts                    | views.ts         | events state; postings, counts once a minute          |
 * | source(id), …delays, …polls, …worth  | sources.ts       | event source                                          |
 * | hot, alsoRead, packs, …             | discover.ts      | own mutations: useSubscribe, useUnsubscribe           |
 * | freshnessSources(…), …Month, reading… | freshness.ts     | nothing: measured once an hour                        |
 * | statistics                           | statistics.ts    | nothing: asked anew with its page                     |
 * | freshnessDay, weekSaving             | freshness.ts     | each quarter of an hour while shown                   |
 * | readingSettings                      | reading-settings | patches; event settings                               |
 * | readingHours                         | reading-hours.ts | own mutations; event account                          |
 * | settings                             | settings.ts      | patches; event settings                               |
 * | alerts, alertHits, alertLog          | alerts.ts        | own mutations; event alert                            |
 * | account: me, tokens, …               | account.ts       | own mutations; event account                          |
 * | readerAppNews                        | account.ts       | every 10 s while shown                                |
 * | admin(…)                             | admin.ts         | own mutations; aggregator every 5 s while shown       |
 * | warnings                             | warnings.ts      | every 30 s while an admin's page is shown             |
 * | labRuns, labRun(id)                  | lab.ts           | own mutations; each second while one is under way     |
 *
 * | mutation                             | patches at once                            | invalidates when done             |
 * | ------------------------------------ | ------------------------------------------ | --------------------------------- |
 * | useChangePosting                     | posting lists, posting(id), the three      | the three, within a minute *      |
 * | useChangeListSettings                | listSettings                               | listSettings                      |
 * | useChangePostings                    | posting lists, posting(id), the three      | the three, within a minute *      |
 * | useMarkRead, useUndoMarkRead         | posting lists, posting(id) (on success)    | the three                         |
 * | useMarkQueryRead                     | lists of that search (on success)          | the three, viewCounts             |
 * | useCreateView, useChange…, useDelete…| views                                      | views, viewCounts                 |
 * | useSubscribe, use(Undo)Import        |                                            | subscriptions, folders, counts, … |
 * | useChangeSubscription(s), useArrange | subscriptions, folders                     | subscriptions, counts, lists      |
 * | useUnsubscribe, useRestore           | subscriptions                              | subscriptions, counts, lists      |
 * | useCreateFolder, …Change…, …Delete…  | folders (change)                           | folders, subscriptions, counts    |
 * | useMergeFolders                      |                                            | folders, subscriptions, counts    |
 * | useCreateLabel, …Rename…, …Delete…   |                                            | labels, counts                    |
 * | all of rules.ts                      | rules (order, switch)                      | rules                             |
 * | all of outputs.ts                    | digests (switch)                           | outputFeeds, digests              |
 * | useAssignLabel                       | subscriptions, posting lists, posting(id)  | labels, counts, subscriptions     |
 * | useChangeOrganising                  | organising                                 | organising                        |
 * | useChangeReadingSettings             | readingSettings                            | readingSettings, posting lists …  |
 * | useChangeReadingHours, useForget…    | readingHours (on success)                  | readingHours (forget)             |
 * | useLoadFullText                      | posting(id) (on success)                   |                                   |
 * | notes.ts                             | posting(id) (on success)                   |                                   |
 * | useSplitStory                        |                                            | posting(id), posting lists        |
 * | usePollNow                           |                                            | source(id)                        |
 * | useChangeSetting                     | settings                                   | settings                          |
 * | useCreateToken, useDeleteToken       |                                            | tokens                            |
 * | all of sign-in.ts                    |                                            | account                           |
 * | useLockUser                          |                                            | admin users                       |
 * | useMakeUser                          |                                            | admin users                       |
 * | useLimitUser                         |                                            | admin users                       |
 * | useDeleteUser                        |                                            | admin users                       |
 * | useChangeWeight, useBulkWeight       |                                            | admin, sources                    |
 * | useChangeSettings                    |                                            | admin                             |
 * | use{Set,Remove}PublisherLimit        |                                            | admin, sources                    |
 * | useStartLabRun, useEndLabRun         |                                            | labRuns                           |
 * | useCreateInvitation, useDelete…      |                                            | admin invitations                 |
 * | all of alerts.ts, alert-changes.ts   | alerts (alert-changes.ts)                  | alerts                            |
 * | useDiscover, use…Preview             | nothing: they only ask                     |                                   |
 *
 * The three are counts, dayStrip and freshCounts. * At once where a patch cannot be exact (stories, failures); what the server tells
 * of an act of this window (take-states.ts) changes nothing.
 */
export const keys = {
  postings: ['postings'],
  postingLists: ['postings', 'list'],
  postingList: (filter: PostingListFilter) => ['postings', 'list', filter],
  postingDetails: ['postings', 'detail'],
  posting: (id: string) => ['postings', 'detail', id],
  /** The postings that a mark-read changed in this window, for its undo. */
  marked: (undoToken: string) => ['postings', 'marked', undoToken],
  chapters: (id: string) => ['postings', 'chapters', id],
  dayStrip: ['postings', 'day'],
  listSettings: ['list-settings'],
  freshCounts: ['fresh'],
  freshCount: (minutes: number) => ['fresh', minutes],
  counts: ['counts'],
  subscriptions: ['subscriptions'],
  folders: ['folders'],
  labels: ['labels'],
  organising: ['organising'],
  rules: ['rules'],
  outputFeeds: ['account', 'output-feeds'],
  digests: ['account', 'digests'],
  views: ['views'],
  viewCounts: ['views', 'counts'],
  sources: ['sources'],
  source: (id: number) => ['sources', id],
  sourceDelays: (id: number, days: number) => ['sources', id, 'delays', days],
  sourceFast: (id: number) => ['sources', id, 'fast'],
  sourceWorth: (id: number) => ['sources', id, 'worth'],
  sourcePolls: (id: number) => ['sources', id, 'polls'],
  freshnessSources: (query: FreshnessQuery) => ['freshness', 'sources', query],
  readingFreshness: ['freshness', 'summary'],
  readingWeeks: ['freshness', 'weeks'],
  statistics: ['statistics'],
  freshnessMonth: ['freshness', 'month'],
  freshnessDay: ['freshness', 'day'],
  weekSaving: ['freshness', 'saving'],
  settings: ['settings'],
  alerts: ['alerts'],
  account: ['account'],
  discover: ['discover'],
  hot: ['discover', 'hot'],
  alsoRead: ['discover', 'also-read'],
  packs: ['discover', 'packs'],
  discoverSource: (id: number) => ['discover', 'source', id],
  candidates: (url: string) => ['discover', 'candidates', url],
  expectedDelay: (postingsPerDay: number) => ['discover', 'expected', postingsPerDay],
  discoverSettings: ['discover', 'settings'],
  me: ['account', 'me'],
  readingSettings: ['account', 'reading'],
  tokens: ['account', 'tokens'],
  readerAppNews: ['account', 'reader-apps'],
  sessions: ['account', 'sessions'],
  passkeys: ['account', 'passkeys'],
  secondFactor: ['account', 'second-factor'],
  admin: ['admin'],
  adminSourcePages: ['admin', 'sources'],
  adminSources: (query: AdminSourcesQuery) => ['admin', 'sources', query],
  adminSettings: ['admin', 'settings'],
  adminBudgetSteps: ['admin', 'budget-steps'],
  adminSizes: ['admin', 'sizes'],
  adminBudgetShares: (by: BudgetGroup) => ['admin', 'budget-shares', by] as const,
  adminBudgetHistory: ['admin', 'budget-history'],
  adminActivity: ['admin', 'activity'],
  adminDelay: (since: string | null) => ['admin', 'delay', since],
  aggregatorStatus: ['admin', 'aggregator'],
  invitations: ['admin', 'invitations'],
  users: ['admin', 'users'],
  acts: (userId: string | null) => ['admin', 'acts', userId],
  publisherLimits: ['admin', 'hosts'],
  warnings: ['admin', 'warnings'],
  /** Not below `admin`: what is replayed does not change with plans. */
  labRuns: ['lab', 'runs'],
  labRun: (id: number) => ['lab', 'run', id],
} as const

/** The queries that another window may have changed; counts are fetched apart. `exact`: without what hangs below it. */
export const stateKeys: readonly { readonly queryKey: readonly string[]; readonly exact?: true }[] = [
  { queryKey: keys.subscriptions },
  { queryKey: keys.folders },
  { queryKey: keys.labels },
  { queryKey: keys.organising },
  { queryKey: keys.views, exact: true },
  { queryKey: keys.freshCounts },
]

/** The queries that events tell of besides counts: after a lost connection any of them may have changed. */
export const eventKeys: typeof stateKeys = [
  ...stateKeys,
  { queryKey: keys.settings },
  { queryKey: keys.listSettings },
  { queryKey: keys.readingSettings },
  { queryKey: keys.account },
  { queryKey: keys.sources },
  { queryKey: keys.dayStrip },
  { queryKey: keys.admin },
  { queryKey: keys.alerts },
]

/** Mutations that change read marks or stars; while one runs, counts from the server would be outdated. */
export const stateMutation = ['state'] as const
