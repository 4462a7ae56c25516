import type { CountsAnswer, DayStripAnswer, FreshCount, UnreadCounts } from '#lib/api/lists/counts.ts'
import { ApiFailure, request } from '#lib/queries/requests/request.ts'

/** The counts of a window, each known to the cache by itself; `fresh`: the minutes of the lane. */
type Wanted = { readonly counts?: true; readonly day?: true; readonly fresh?: number }
type Together = { wanted: Wanted; readonly answer: Promise<Partial<CountsAnswer>> }

/** Counts that are asked for at the same moment, by a timer or an act, come within so long. */
const togetherMs = 20

let next: Together | null = null

export const askUnread = async (): Promise<UnreadCounts> =>
  (await ask({ counts: true }))?.counts ?? request<UnreadCounts>('GET', '/counts')

export const askDayStrip = async (): Promise<DayStripAnswer> =>
  (await ask({ day: true }))?.day ?? request<DayStripAnswer>('GET', '/postings/day')

export const askFreshCount = async (minutes: number): Promise<FreshCount> =>
  (await ask({ fresh: minutes }))?.fresh ??
  request<FreshCount>('GET', '/postings/fresh', { query: { minutes } })

/**
 * Asks for several of them in one request: three cost the server three times a session, a connection and a route
 * (`npm run bench -- load`). @returns null: there is nothing else to ask for, or it is to be asked for by itself
 */
async function ask(wanted: Wanted): Promise<Partial<CountsAnswer> | null> {
  if (next === null || isOther(next.wanted, wanted)) next = begin(wanted)
  else next.wanted = { ...next.wanted, ...wanted }
  return next.answer
}

function isOther(one: Wanted, two: Wanted): boolean {
  return one.fresh !== undefined && two.fresh !== undefined && one.fresh !== two.fresh
}

function begin(wanted: Wanted): Together {
  const together: Together = {
    wanted,
    answer: new Promise<void>((resolve) => setTimeout(resolve, togetherMs)).then(async () => {
      if (next === together) next = null
      const { fresh, day } = together.wanted
      if (Object.keys(together.wanted).length < 2) return {}
      // What is kept for when there is no network is kept one by one.
      return request<CountsAnswer>('GET', '/counts/all', { query: { fresh, day } }).catch(alone)
    }),
  }
  return together
}

function alone(error: unknown): Partial<CountsAnswer> {
  if (error instanceof ApiFailure && ['unreachable', 'unavailable'].includes(error.code)) return {}
  throw error
}
