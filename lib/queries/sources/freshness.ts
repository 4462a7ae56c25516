import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import type {
  FreshnessDay,
  FreshnessMonth,
  FreshnessQuery,
  FreshnessSourcesAnswer,
  FreshnessWeeks,
  ReadingFreshness,
  WeekSaving,
} from '#lib/api/freshness/freshness.ts'
import { keys } from '#lib/queries/requests/keys.ts'
import { request } from '#lib/queries/requests/request.ts'

/** Measured once an hour; a page left open keeps up with it. */
const REFRESH_MS = 15 * 60_000

export function freshnessSourcesQuery(query: FreshnessQuery) {
  return queryOptions({
    queryKey: keys.freshnessSources(query),
    queryFn: ({ signal }) => request<FreshnessSourcesAnswer>('GET', '/freshness', { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The subscriber's sources by delay; while others are asked for, those before stay. */
export function useFreshnessSources(query: FreshnessQuery) {
  return useQuery(freshnessSourcesQuery(query))
}

export function readingFreshnessQuery() {
  return queryOptions({
    queryKey: keys.readingFreshness,
    queryFn: ({ signal }) => request<ReadingFreshness>('GET', '/freshness/summary', { signal }),
  })
}

/** The freshness of the subscriber's reading: all of it, by folder, by week. */
export function useReadingFreshness() {
  return useQuery(readingFreshnessQuery())
}

export function readingWeeksQuery() {
  return queryOptions({
    queryKey: keys.readingWeeks,
    queryFn: async ({ signal }) =>
      (await request<FreshnessWeeks>('GET', '/freshness/weeks', { signal })).weeks,
  })
}

/** The same over the last weeks. */
export function useReadingWeeks() {
  return useQuery(readingWeeksQuery())
}

/** The articles of the last 30 days as dots; not read ahead, as they are many. */
export function useFreshnessMonth() {
  return useQuery({
    queryKey: keys.freshnessMonth,
    queryFn: ({ signal }) => request<FreshnessMonth>('GET', '/freshness/month', { signal }),
  })
}

export function weekSavingQuery() {
  return queryOptions({
    queryKey: keys.weekSaving,
    queryFn: ({ signal }) => request<WeekSaving>('GET', '/freshness/saving', { signal }),
    refetchInterval: REFRESH_MS,
  })
}

/** The saving of the last week against hourly checks. */
export function useWeekSaving() {
  return useQuery(weekSavingQuery())
}

/** The delays of the last 24 hours. */
export function useFreshnessDay() {
  return useQuery({
    queryKey: keys.freshnessDay,
    queryFn: ({ signal }) => request<FreshnessDay>('GET', '/freshness/day', { signal }),
    refetchInterval: REFRESH_MS,
  })
}
