import { aggregatorContext } from '#lib/aggregator/configured-context.ts'
import { fetchInTurn, nameOf } from '#lib/polling/fetch-in-turn.ts'
import type { FetchOptions, FetchResult } from '#lib/documents/door/fetch-types.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { serverParsePool } from '#lib/documents/threads/server-parse-pool.ts'

/** One document for somebody who waits for it; `budget` ends it. */
type PoliteFetch = (url: string, budget: AbortSignal) => Promise<FetchResult>

/**
 * Requests that somebody waits for: searches for feeds, lists by address. The pauses between polls do not hold for them, but
 * each host gets one request at a time, polls and other searches included, none while it wants to be left alone and none
 * that its publisher does not want; and what it answers holds for polls, too.
 */
export function politeFetch(signal: AbortSignal, options: Pick<FetchOptions, 'maxBytes'> = {}): PoliteFetch {
  const asker = aggregatorContext(serverDatabase(), serverParsePool())
  const inOrder = oneByOne()
  return (url, budget) =>
    inOrder(nameOf(url), () =>
      fetchInTurn(asker, url, { ...options, isAwaited: true, signal: AbortSignal.any([signal, budget]) }),
    )
}

/** Runs acts of the same name one after the other, whether those before succeed or not; others run at the same time. */
export function oneByOne(): <T>(name: string, act: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>()
  return (name, act) => {
    const result = (last.get(name) ?? Promise.resolve()).then(act, act)
    last.set(name, result)
    return result
  }
}
