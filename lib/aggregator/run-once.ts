import { recordHeartbeat } from '#lib/store/heartbeat.ts'
import { storeShippedWishes } from '#lib/store/host-wishes.ts'
import { flushTallies } from '#lib/store/tallies.ts'
import { alertOnce } from './alerts.ts'
import { askHubs } from './ask-hubs.ts'
import { clusterPostings } from './cluster.ts'
import type { AggregatorContext } from './context.ts'
import { indexPostings } from './index-postings.ts'
import { planWhenDue } from './learn.ts'
import { runPass } from './pass.ts'
import { sendDigests } from './send-digests.ts'
import { createShareSender } from './send-shares.ts'
import { storeDeliveries } from './store-deliveries.ts'
import { tendHub } from './tend-hub.ts'

/** Nothing more is claimed after this time: proxies give up on an answer after a minute. */
const claimForMs = 30_000

/**
 * One bounded pass for hosts that run no process but call an address by a scheduler: plans when that is due, polls what
 * is due, at most `maxPolls` and for about half a minute. When `signal` aborts nothing more is claimed.
 */
export async function runOnce(
  context: AggregatorContext,
  options: { readonly maxPolls: number; readonly signal: AbortSignal },
): Promise<{ polled: number }> {
  const { database, owner, clock } = context
  await recordHeartbeat(database, owner, clock.now())
  await storeShippedWishes(database)
  await planWhenDue(context)
  const drain = AbortSignal.any([options.signal, AbortSignal.timeout(claimForMs)])
  try {
    await storeDeliveries(context)
    await askHubs(context, drain)
    const passed = await runPass(context, { maxPolls: options.maxPolls, drain })
    await indexPostings(context, drain)
    await alertOnce(context, drain)
    await createShareSender(context, drain)()
    await clusterPostings(context)
    await tendHub(context, drain)
    await sendDigests(context, drain)
    return passed
  } finally {
    await recordHeartbeat(database, owner, clock.now())
    await flushTallies(database)
  }
}
