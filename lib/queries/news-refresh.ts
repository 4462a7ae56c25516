import type { QueryClient } from '@tanstack/react-query'
import { refreshCounts } from './counts.ts'
import { keys } from './keys.ts'

/** What is shown is right already but for sources that are not filed here yet: nobody waits for it. */
const longestMs = 20_000
const waiting = new WeakSet<QueryClient>()

/**
 * Fetches anew what new postings change, at some moment within 20 seconds, and once for all that came until then. At once
 * would be at the same moment in the windows of all who read a source: five hundred of them ask 1,500 times
 * (`npm run bench:load`). A window that nobody sees asks when it is looked at.
 */
export function refreshAfterNews(client: QueryClient, random: () => number = Math.random): void {
  if (waiting.has(client)) return
  waiting.add(client)
  setTimeout(() => {
    waiting.delete(client)
    if (globalThis.document?.hidden === true) leaveForLater(client)
    else {
      void client.invalidateQueries({ queryKey: keys.freshCounts })
      void refreshCounts(client, 'postings')
    }
  }, random() * longestMs)
}

function leaveForLater(client: QueryClient): void {
  for (const queryKey of [keys.counts, keys.freshCounts, keys.dayStrip, keys.viewCounts])
    void client.invalidateQueries({ queryKey, refetchType: 'none' })
}
