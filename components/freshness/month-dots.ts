import type { MonthDot } from '#lib/api/freshness/freshness.ts'
import type { ScatterPoint } from '#components/ui/chart/chart-frame.tsx'

/** Articles as dots by publication and delay. What was published before the first day shown stands at its beginning. */
export function dotPoints(dots: readonly MonthDot[], firstMs: number): ScatterPoint[] {
  return dots.map(({ postingId, publishedAt, delayMs, isLate }) => ({
    key: postingId,
    x: Math.max(firstMs, Date.parse(publishedAt)),
    least: delayMs,
    most: delayMs,
    tone: isLate ? 'late' : 'fresh',
  }))
}

type FolderDots = { readonly folderId: number | null; readonly dots: readonly MonthDot[] }

/** The folders with the most articles shown, as many as told, each with its own; none where one would be all there is. */
export function folderDots(dots: readonly MonthDot[], most: number): FolderDots[] {
  const folders = [...Map.groupBy(dots, ({ folderId }) => folderId)]
  if (folders.length < 2) return []
  return folders
    .map(([folderId, own]) => ({ folderId, dots: own }))
    .toSorted((one, other) => other.dots.length - one.dots.length)
    .slice(0, most)
}
