import type { sourceWorth } from './source-worth-answers.ts'
import type { Told } from '#lib/api/parts/answer-parts.ts'
/**
 * GET /api/v1/sources/:id/worth: { worth }: what a poll is worth, in posting-hours expected to wait since the poll before, by the
 * decision that polls it; null where no price decides (another policy, paused, no answer, not planned).
 */
export type SourceWorthAnswer = Told<typeof sourceWorth>

export type WorthPoint = readonly [atMs: number, postingHours: number]
