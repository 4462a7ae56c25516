import { wasUndone, whyUnavailable } from '#lib/api/http/why-unavailable.ts'
import { log } from '#lib/runtime/log.ts'
import { tryTwice } from './try-twice.ts'

/**
 * Does a work for one subscriber after the other. A failure is logged as `event`, and stops nobody else. What was undone as somebody else had its
 * rows in hand is tried once more. A database that is gone, or serves nobody, is nobody's fault, and ends it all.
 */
export async function eachAlone<Item extends { readonly subscriberId: string }>(
  items: readonly Item[],
  event: string,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (const item of items) {
    try {
      await tryTwice(() => work(item))
    } catch (error) {
      if (!wasUndone(error) && whyUnavailable(error) !== null) throw error
      log.error(event, { subscriberId: item.subscriberId, error })
    }
  }
}
