import type { countedSource, readingStatistics } from './statistics-answers.ts'
import type { Told } from '#lib/api/parts/answer-parts.ts'

/** Answer of GET /api/v1/statistics: what the subscriber reads of what is found. */
export type ReadingStatistics = Told<typeof readingStatistics>

export type CountedSource = Told<typeof countedSource>
