import type { AdminSourcesQuery } from '#lib/api/admin.ts'
import type { PostingFilter } from '#lib/api/postings.ts'

/**
 * The names of all cached queries. Lists of postings are never fetched again by themselves: nothing moves under the
 * reader's finger; `useNewPostings` tells what came and refreshes the list when asked.
 *
 * | query                                | file             | kept fresh by                                         |
 * | ------------------------------------ | ---------------- | ----------------------------------------------------- |
 * | postingList(filter)                  | postings.ts      | patches; `show()` of useNewPostings                   |
 * | posting(id)                          | postings.ts      | patches                                               |
 * | dayStrip                             | postings.ts      | each minute while shown                               |
 * | counts                               | counts.ts        | patches; events postings (patch), state (fetch)       |
 * | listSettings                         | list-settings.ts | own mutations; event state                            |
 * | freshCount(minutes)                  | fresh.ts         | each minute; events postings, state                   |
 * | subscriptions                        | subscriptions.ts | event state; event source while the source is waiting |
 * | folders                              | folders.ts       | event state                                           |
 * | source(id), …delays, …polls          | sources.ts       | event source                                          |
 * | me, tokens                           | account.ts       | own mutations                                         |
 * | admin(…)                             | admin.ts         | own mutations; aggregator every 5 s while shown       |
 *
 * | mutation                             | patches at once                            | invalidates when done             |
 * | ------------------------------------ | ------------------------------------------ | --------------------------------- |
 * | useChangePosting                     | posting lists, posting(id), counts         | counts, dayStrip                  |
 * | useChangeListSettings                | listSettings                               |                                   |
 * | useChangePostings                    | posting lists, posting(id), counts         | counts                            |
 * | useMarkRead, useUndoMarkRead         | posting lists, posting(id) (on success)    | counts, dayStrip                  |
 * | useSubscribe, useImportOpml          |                                            | subscriptions, folders, counts, … |
 * | useChangeSubscription                | subscriptions                              | subscriptions, counts, lists      |
 * | useUnsubscribe                       | subscriptions                              | subscriptions, counts, lists      |
 * | useCreateFolder, …Change…, …Delete…  | folders (change)                           | folders, subscriptions, counts    |
 * | usePollNow                           |                                            | source(id)                        |
 * | useCreateToken, useDeleteToken       |                                            | tokens                            |
 * | useChangeWeight, useBulkWeight       |                                            | admin, sources                    |
 * | useChangeSettings                    |                                            | admin                             |
 * | useSetHostWish, useRemoveHostWish    |                                            | admin, sources                    |
 * | useCreateInvitation, useDelete…      |                                            | admin invitations                 |
 * | useDiscover, use…Preview             | nothing: they only ask                     |                                   |
 */
export const keys = {
  postings: ['postings'],
  postingLists: ['postings', 'list'],
  postingList: (filter: PostingFilter) => ['postings', 'list', filter],
  postingDetails: ['postings', 'detail'],
  posting: (id: string) => ['postings', 'detail', id],
  /** Which postings a mark-read changed in this window, for its undo. */
  marked: (undoToken: string) => ['postings', 'marked', undoToken],
  dayStrip: ['postings', 'day'],
  listSettings: ['list-settings'],
  freshCounts: ['fresh'],
  freshCount: (minutes: number) => ['fresh', minutes],
  counts: ['counts'],
  subscriptions: ['subscriptions'],
  folders: ['folders'],
  sources: ['sources'],
  source: (id: number) => ['sources', id],
  sourceDelays: (id: number, days: number) => ['sources', id, 'delays', days],
  sourcePolls: (id: number) => ['sources', id, 'polls'],
  me: ['account', 'me'],
  tokens: ['account', 'tokens'],
  admin: ['admin'],
  adminSourcePages: ['admin', 'sources'],
  adminSources: (query: AdminSourcesQuery) => ['admin', 'sources', query],
  adminSettings: ['admin', 'settings'],
  adminDelay: (since: string | null) => ['admin', 'delay', since],
  aggregatorStatus: ['admin', 'aggregator'],
  invitations: ['admin', 'invitations'],
  users: ['admin', 'users'],
  hostWishes: ['admin', 'hosts'],
} as const

/** Mutations that change read marks or stars; while one runs, counts from the server would be outdated. */
export const stateMutation = ['state'] as const
