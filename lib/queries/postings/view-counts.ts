import type { QueryClient } from '@tanstack/react-query'
import { keys } from '#lib/queries/requests/keys.ts'

/** Counting a view is a search: events of a busy server may come every second, and every window would count all views. */
const leastBetweenMs = 60_000

type Asked = { readonly at: number; readonly timer: ReturnType<typeof setTimeout> | null }
const askedLast = new WeakMap<QueryClient, Asked>()

/**
 * Has the unread postings of views counted anew after new postings: at once, or a minute after the last time when that was
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

/** The time for which nothing more must change before views are counted. */
const quietMs = 500
const changed = new WeakMap<QueryClient, ReturnType<typeof setTimeout>>()

/**
 * The same after somebody changed something, here or in another window: when half a second passed without more of it.
 * A window that nobody sees counts when it is looked at.
 */
export function recountViewsSoon(client: QueryClient): void {
  clearTimeout(changed.get(client))
  const recount = () => {
    if (document.hidden) void client.invalidateQueries({ queryKey: keys.viewCounts, refetchType: 'none' })
    else recountViews(client, true)
  }
  changed.set(client, setTimeout(recount, quietMs))
}

/**
 * The same at once: after what somebody did in this window, who looks at the numbers now.
 * @param isOutdated whether what is being counted already is too old
 */
export function recountViews(client: QueryClient, isOutdated = false): void {
  clearTimeout(changed.get(client))
  clearTimeout(askedLast.get(client)?.timer ?? undefined)
  askedLast.set(client, { at: performance.now(), timer: null })
  void client.invalidateQueries({ queryKey: keys.viewCounts }, { cancelRefetch: isOutdated })
}
