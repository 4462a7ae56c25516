import { wasUndone, whyUnavailable } from '#lib/api/http/why-unavailable.ts'
import type { ParseResult } from '#lib/documents/read/feed-types.ts'
import { log } from '#lib/runtime/log.ts'
import type { Transaction } from '#lib/store/connection/database.ts'
import { pollAnnounced } from '#lib/store/websub/websub-callbacks.ts'
import {
  countDeliveryFailure,
  endDelivery,
  findNextDelivery,
  lockDelivery,
  lockSource,
  storeDelivery,
  type WaitingDelivery,
} from '#lib/store/websub/websub-deliveries.ts'
import { tally } from '#lib/store/connection/tallies.ts'
import { compareDocument } from './compare-document.ts'
import { holdBack, holdBackEdits } from './hold-back.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'

/** Deliveries that one process reads at the same time, so that a slow one does not hold up the others. */
const lanes = 3
/** A delivery that cannot be stored this often is given up, and its source polled. */
const mostFailures = 3

/**
 * Stores the postings of all deliveries that wait; none is begun once `drain` aborts. A delivery is read without being
 * locked and ends in the transaction that stores it, so what a dying process had read waits on for the next. Two processes
 * may read the same one; the second finds it ended.
 */
export async function storeDeliveries(context: AggregatorContext, drain?: AbortSignal): Promise<void> {
  const inHand = new Set<number>()
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (drain?.aborted !== true && (await storeNextDelivery(context, inHand)));
    }),
  )
}

/** @returns whether there may be another one; none while the database cannot store any, which is no failure of the delivery */
async function storeNextDelivery(context: AggregatorContext, inHand: Set<number>): Promise<boolean> {
  const delivery = await findNextDelivery(context.database, inHand)
  if (delivery === null) return false
  // Another lane may have taken one of this source while this one looked.
  if (inHand.has(delivery.sourceId)) return true
  inHand.add(delivery.sourceId)
  try {
    const isStored = await storeRead(context, delivery, await readDelivery(context, delivery))
    // Another process has it: this one looks for those of other sources, and the next call for what is left.
    if (!isStored) return true
  } catch (error) {
    log.error('delivery-not-stored', { sourceId: delivery.sourceId, error })
    if (wasUndone(error)) return true // its source stays in hand: the next call tries it again, and this lane goes on with others
    if (whyUnavailable(error) !== null) return false
    await countDeliveryFailure(context.database, delivery.id)
    tally(context.database, 'push-deliveries', 'failed')
  }
  inHand.delete(delivery.sourceId)
  return true
}

/** The words of a delivery; null: it was tried often enough. */
async function readDelivery(
  { parser }: AggregatorContext,
  { body, contentType, url, failures }: WaitingDelivery,
): Promise<ParseResult | null> {
  return failures >= mostFailures ? null : parser.parse({ body, contentType, url })
}

/** Compares what was read with what is stored and stores it, in one transaction. @returns false when another process has it */
async function storeRead(
  context: AggregatorContext,
  delivery: WaitingDelivery,
  parsed: ParseResult | null,
): Promise<boolean> {
  const isOurs = await context.database.$transaction(async (transaction) => {
    const { sourceId: id } = delivery
    const source = { id, ...(await lockSource(transaction, id)) }
    const isLocked = await lockDelivery(transaction, delivery.id)
    if (isLocked) await storeLocked(context, transaction, delivery, { source, parsed })
    return isLocked
  })
  if (isOurs) tally(context.database, 'push-deliveries', hasPostings(parsed) ? 'stored' : 'announcement')
  return isOurs
}

function hasPostings(parsed: ParseResult | null): parsed is ParseResult & { readonly ok: true } {
  return parsed !== null && parsed.ok && parsed.feed.entries.length > 0
}

type HeldSource = { readonly id: number } & Awaited<ReturnType<typeof lockSource>>

/** A delivery without postings, like one that cannot be read, still says that there is news: the source is polled. */
async function storeLocked(
  context: AggregatorContext,
  transaction: Transaction,
  delivery: WaitingDelivery,
  { source, parsed }: { readonly source: HeldSource; readonly parsed: ParseResult | null },
): Promise<void> {
  const { sourceId } = delivery
  const foundAt = context.clock.now()
  if (!hasPostings(parsed)) {
    await endDelivery(transaction, delivery.id)
    return pollAnnounced(transaction, { id: delivery.pushId, sourceId }, foundAt)
  }
  const compared = await compareDocument({ database: transaction }, source, parsed.feed, foundAt, null)
  const found = {
    newPostings: await holdBack(transaction, source, compared.newPostings, foundAt),
    editedPostings: await holdBackEdits(
      transaction,
      source,
      { ...compared, editedPostings: compared.editedPostings.filter(({ html }) => html !== '') },
      foundAt,
    ),
    aliases: compared.aliases,
  }
  const stored = await storeDelivery(transaction, delivery, found, context.clock.now)
  log.debug('delivered', { sourceId, newPostings: stored })
}
