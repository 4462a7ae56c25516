import type { RetentionRules } from '#lib/api/server/retention.ts'

/** Nothing is removed; polls are kept as by default. */
export const keepAll: RetentionRules = {
  keepReadDays: null,
  keepUnreadDays: null,
  keepUnsubscribedDays: null,
  mostPostings: null,
  searchableDays: null,
  pollHistoryDays: 60,
}
