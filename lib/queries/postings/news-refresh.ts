import type { QueryClient } from '@tanstack/react-query'
import { refreshCounts } from './counts.ts'
import { keys } from '#lib/queries/requests/keys.ts'

/** The numbers shown are right already but for sources that are not filed here yet: nobody waits for it. */
const newsWithinMs = 20_000
/** The numbers shown are right already: this only mends what nobody knows to be wrong. */
const actsWithinMs = 60_000

type Waiting = { readonly at: number; readonly timer: ReturnType<typeof setTimeout> }
const waiting = new WeakMap<QueryClient, Waiting>()

/**
 * Fetches anew what new postings change, at some moment within 20 seconds, and once for all that came until then. At once
 * would be at the same moment in the windows of all who read a source: five hundred of them ask 1,500 times
 * (`npm run bench -- load`). A window that nobody sees asks when it is looked at.
 */
export function refreshAfterNews(client: QueryClient, random: () => number = Math.random): void {
  refreshWithin(client, random() * newsWithinMs)
}

/**
 * The same after an act of this window whose numbers were all patched: once for all acts of half a minute or more. Five hundred
 * readers who act each 15 s asked a hundred times a second, and were told what they saw.
 */
export function refreshAfterAct(client: QueryClient): void {
  refreshWithin(client, (0.5 + Math.random() / 2) * actsWithinMs)
}

/** The most urgent request runs first; a later one is covered by it. Numbers on their way may be older than those shown: others are asked for at once. */
function refreshWithin(client: QueryClient, mostMs: number): void {
  const waitMs = client.isFetching({ queryKey: keys.counts }) > 0 ? 0 : mostMs
  const at = performance.now() + waitMs
  const before = waiting.get(client)
  if (before !== undefined && before.at <= at) return
  clearTimeout(before?.timer)
  waiting.set(client, { at, timer: setTimeout(() => refresh(client), waitMs) })
}

function refresh(client: QueryClient): void {
  waiting.delete(client)
  if (globalThis.document?.hidden === true) return leaveForLater(client)
  void refreshCounts(client, 'postings')
}

function leaveForLater(client: QueryClient): void {
  for (const queryKey of [keys.counts, keys.freshCounts, keys.dayStrip, keys.viewCounts])
    void client.invalidateQueries({ queryKey, refetchType: 'none' })
}
