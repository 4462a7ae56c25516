import { log } from '#lib/log.ts'
import type { Transaction } from '#lib/store/database.ts'
import { pollAnnounced } from '#lib/store/push-callbacks.ts'
import {
  countDeliveryFailure,
  endDelivery,
  lockNextDelivery,
  lockSource,
  storeDelivery,
  type WaitingDelivery,
} from '#lib/store/push-deliveries.ts'
import { compareDocument } from './compare-document.ts'
import type { AggregatorContext } from './context.ts'

/** Deliveries that one process reads at the same time, so that a slow one does not hold up the others. */
const lanes = 3
/** A delivery that cannot be stored this often is given up, and its source polled. */
const mostFailures = 3
/** The parser's limit, its queue and the writes. */
const transactionTimeoutMs = 60_000

/**
 * Stores the postings of all deliveries that wait; none is begun once `drain` aborts. What is not committed when the
 * process dies waits on.
 */
export async function storeDeliveries(context: AggregatorContext, drain?: AbortSignal): Promise<void> {
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (drain?.aborted !== true && (await storeNextDelivery(context)));
    }),
  )
}

/** @returns whether there was one */
async function storeNextDelivery(context: AggregatorContext): Promise<boolean> {
  let taken: WaitingDelivery | null = null
  try {
    await context.database.$transaction(
      async (transaction) => {
        taken = await lockNextDelivery(transaction)
        if (taken !== null) await readDelivery(context, transaction, taken)
      },
      { timeout: transactionTimeoutMs, maxWait: 10_000 },
    )
  } catch (error) {
    if (taken === null) throw error
    const { id, sourceId } = taken as WaitingDelivery // assigned in the closure above
    log.error('delivery-not-stored', { sourceId, error })
    await countDeliveryFailure(context.database, id)
  }
  return taken !== null
}

/** A delivery without postings, like one that cannot be read, still says that there is news: the source is polled. */
async function readDelivery(
  context: AggregatorContext,
  transaction: Transaction,
  delivery: WaitingDelivery,
): Promise<void> {
  const { body, contentType, url, sourceId } = delivery
  const isHopeless = delivery.failures >= mostFailures
  const parsed = isHopeless ? null : await context.parser.parse({ body, contentType, url })
  const foundAt = context.clock.now()
  if (!parsed?.ok || parsed.feed.entries.length === 0) {
    await endDelivery(transaction, delivery.id)
    await pollAnnounced(transaction, { id: delivery.pushId, sourceId }, foundAt)
    return
  }
  const source = { id: sourceId, ...(await lockSource(transaction, sourceId)) }
  const compared = await compareDocument(context, source, parsed.feed, foundAt, null)
  const stored = await storeDelivery(transaction, delivery, {
    foundAt,
    newPostings: compared.newPostings,
    editedPostings: compared.editedPostings.filter(({ html }) => html !== ''),
    aliases: compared.aliases,
  })
  log.debug('delivered', { sourceId, newPostings: stored })
}
