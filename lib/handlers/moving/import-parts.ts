import type { ImportReport } from '#lib/api/moving/imports.ts'

/** `refused`: what there was no room for, besides what the file itself made impossible; `problems` names it, and more. */
export type ImportCounts = Pick<ImportReport, 'added' | 'alreadyThere' | 'notHere'> &
  Partial<Pick<ImportReport, 'lines' | 'made' | 'problems' | 'refused'>>

/** Told between transactions how many of the rows are done. It throws where the work is to end there. */
export type OnProgress = (done: number) => Promise<void>

/** Rows of one transaction: some tenths of a second, so that nobody waits long for a lock. */
export const postingsAtOnce = 500

/** The items in parts of so many. */
export function* chunksOf<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < items.length; at += size) yield items.slice(at, at + size)
}
