import type { Query } from '#lib/search/query.ts'
import { Prisma } from '#lib/store/generated/client.ts'
import type { PostingCursor } from '#lib/store/ground/posting-cursor.ts'
import type { TimeRange } from './search-condition.ts'

export type HitsRequest = {
  readonly subscriberId: string
  readonly query: Query
  readonly order: 'newest' | 'oldest'
  readonly after: PostingCursor | null
  readonly limit: number
  /** nothing above this id; null: no bound */
  readonly throughId: bigint | null
  /** only a folder or a source is searched */
  readonly isPlaced: boolean
}

/** The parts that the statements of one search have in common. */
export type SearchPlan = {
  readonly condition: Prisma.Sql
  readonly sourceIds: readonly number[]
  /** the same as PostgreSQL writes an array: a thousand numbers one by one take 1 ms of processor time a statement to send */
  readonly sources: string
  /** an index query that all hits match; null: the sources' timelines are walked */
  readonly necessary: string | null
  /** the index leaves out what is of other sources */
  readonly isOfSources: boolean
  /** the condition asks for the documents */
  readonly readsWords: boolean
  readonly isUnread: boolean
  /** only what is starred, read later, hidden, or has notes: they are few and looked through, those of sources that were left included */
  readonly kept: (typeof keptStates)[number] | null
  readonly range: TimeRange
}

export const keptStates = ['starred', 'later', 'noted', 'hidden'] as const
