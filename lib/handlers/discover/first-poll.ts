import { aggregatorContext } from '#lib/aggregator/configured-context.ts'
import { serverParsePool } from '#lib/documents/threads/server-parse-pool.ts'
import { pollByAnswer } from '#lib/polling/poll-source.ts'
import { log } from '#lib/runtime/log.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { takeFoundLately } from './search-feeds.ts'

/** The first poll of a source, made here rather than by an aggregator. */
type FirstPoll = {
  /** For the source that is made: as long as it runs, no aggregator polls it. */
  readonly lease: { readonly owner: string; readonly until: Date }
  /** Leaves the source to the aggregators where it was not new, or could not be polled. */
  readonly run: (sourceId: number) => Promise<void>
}

/**
 * The first poll of a feed whose preview was fetched just now, by the document of that preview: its publisher is not asked
 * again. Null: there is none, and an aggregator fetches it.
 */
export function firstPollOf(url: string): FirstPoll | null {
  const document = takeFoundLately(url)
  if (document === null) return null
  const context = aggregatorContext(serverDatabase(), serverParsePool())
  return {
    lease: { owner: context.owner, until: new Date(context.clock.now() + context.leaseMs) },
    async run(sourceId) {
      try {
        await pollByAnswer(context, sourceId, document)
      } catch (error) {
        log.warn('first-poll-left', { sourceId, error })
      }
    },
  }
}
