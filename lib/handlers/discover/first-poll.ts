import { aggregatorContext } from '#lib/aggregator/configured-context.ts'
import { serverParsePool } from '#lib/documents/threads/server-parse-pool.ts'
import { pollByAnswer } from '#lib/polling/poll-source.ts'
import { log } from '#lib/runtime/log.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { flushTallies } from '#lib/store/connection/tallies.ts'
import { forgetPreview, previewOf } from './search-feeds.ts'

/** The first poll of a source, made here rather than by an aggregator. */
type FirstPoll = {
  /** For the source that is made: as long as it runs, no aggregator polls it. */
  readonly lease: { readonly owner: string; readonly until: Date }
  /** Polls the source whose lease was taken. Leaves it to the aggregators where that fails. */
  readonly run: (sourceId: number) => Promise<void>
}

/**
 * The first poll of a feed whose preview was fetched just now, by the document of that preview: its publisher is not asked
 * again. Null: there is none, and an aggregator fetches it.
 * @param subscriberId who waits for it
 */
export function firstPollOf(url: string, subscriberId: string): FirstPoll | null {
  const preview = previewOf(url)
  if (preview === null) return null
  const pool = serverParsePool()
  const context = aggregatorContext(serverDatabase(), {
    parse: (document) => pool.parse(document, subscriberId),
  })
  return {
    lease: { owner: context.owner, until: new Date(context.clock.now() + context.leaseMs) },
    async run(sourceId) {
      forgetPreview(url)
      try {
        await pollByAnswer(context, sourceId, preview.document, preview.fetchedAt)
        await flushTallies(context.database) // by itself only an aggregator does so
      } catch (error) {
        log.warn('first-poll-left', { sourceId, error })
      }
    },
  }
}
