import type { PostingItem } from '#lib/api/postings/postings.ts'

/** The postings of a source and day that are gathered behind the last one shown. */
export type Fold = { readonly key: string; readonly title: string; readonly count: number }

/**
 * Of each source and day the first so many postings, and what is folded behind the last of them, by its id. Those whose key is
 * opened are all shown. O(n).
 */
export function capSources(
  postings: readonly PostingItem[],
  most: number,
  opened: ReadonlySet<string>,
  timeZone: string,
) {
  const { format } = new Intl.DateTimeFormat('en', { timeZone })
  const runs = new Map<string, { shown: number; lastId: string }>()
  const folds = new Map<string, Fold>()
  const shown = postings.filter(({ id, sourceId, sourceTitle: title, shownAt }) => {
    const key = `${sourceId} ${format(Date.parse(shownAt))}`
    const run = runs.get(key) ?? { shown: 0, lastId: id }
    const isShown = run.shown < most || opened.has(key)
    runs.set(key, isShown ? { shown: run.shown + 1, lastId: id } : run)
    if (!isShown) folds.set(run.lastId, { key, title, count: (folds.get(run.lastId)?.count ?? 0) + 1 })
    return isShown
  })
  return { shown, folds }
}
