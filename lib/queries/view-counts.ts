import type { QueryClient } from '@tanstack/react-query'
import { keys } from './keys.ts'

/** Counting a view is a search: events of a busy server may come every second, and every window would count all views. */
const leastBetweenMs = 60_000

type Asked = { readonly at: number; readonly timer: ReturnType<typeof setTimeout> | null }
const askedLast = new WeakMap<QueryClient, Asked>()

/**
 * Has the unread postings of views counted anew after an event: at once, or a minute after the last time when that was
 * less long ago. At most once a minute per window; nothing that came stays uncounted.
 */
export function recountViewsCalmly(client: QueryClient): void {
  const last = askedLast.get(client)
  if (last !== undefined && last.timer !== null) return
  const now = performance.now()
  const waitMs = last === undefined ? 0 : last.at + leastBetweenMs - now
  if (waitMs <= 0) return recountViews(client)
  askedLast.set(client, { at: now, timer: setTimeout(() => recountViews(client), waitMs) })
}

/** The same at once: after what somebody did in this window, who looks at the numbers now. */
export function recountViews(client: QueryClient): void {
  clearTimeout(askedLast.get(client)?.timer ?? undefined)
  askedLast.set(client, { at: performance.now(), timer: null })
  void client.invalidateQueries({ queryKey: keys.viewCounts }, { cancelRefetch: false })
}
