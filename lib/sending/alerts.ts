import { config } from '#lib/runtime/config.ts'
import { openMailer } from '#lib/mail/mailer.ts'
import { removeOldAlerts } from '#lib/store/alerts/alert-log.ts'
import { refreshSources } from '#lib/store/alerts/alert-sources.ts'
import { matchNextPostings } from '#lib/store/alerts/match-alerts.ts'
import { tellBrokenPromises } from '#lib/store/alerts/promise-alerts.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'
import type { AlertContext } from './deliver-alert.ts'
import { replanSources } from '#lib/planning/plan-all.ts'
import { createPauses } from '#lib/polling/pauses.ts'
import { createAlertSender } from './send-alerts.ts'
import { vapidKeysOf } from './vapid.ts'

/** Postings compared with alerts in one transaction, and batches in one call. */
const batch = 200
const mostBatches = 50
/** Alerts a minute of which is looked what they ask for: 200,000 a day, some 3 ms each. */
const refreshed = 140

/** Compares what was found since the last time with the alerts; what is not done in one call is done in the next. */
export async function matchAlerts(
  { database, clock }: Pick<AggregatorContext, 'database' | 'clock'>,
  drain?: AbortSignal,
  slow = createPauses(),
): Promise<void> {
  for (let count = 0; count < mostBatches && drain?.aborted !== true; count++)
    if ((await matchNextPostings(database, { now: clock.now(), limit: batch, slow })) < batch) break
}

/** By what this process sends, from the configuration. To be closed when nothing is sent any more. */
export function alertContext(
  context: AggregatorContext,
  drain: AbortSignal,
): AlertContext & { readonly close: () => void } {
  const { mail, pushKey, publicUrl } = config()
  const mailer = mail === null ? null : openMailer(mail, drain)
  return {
    ...context,
    publicUrl,
    mailer,
    vapid: pushKey === null ? null : vapidKeysOf(pushKey),
    close: () => mailer?.close(),
  }
}

/** The tasks of an aggregator that tell people. */
export function createAlerts(context: AlertContext, drain: AbortSignal) {
  const { database, clock } = context
  const slow = createPauses()
  const refresh = createRefresher(context)
  return {
    /** Compares what was found. */
    matchAlerts: () => matchAlerts(context, drain, slow),
    /** Sends what is due. A call while it does has it look again. */
    sendAlerts: createAlertSender(context, drain).run,
    /** Once a minute: broken promises, what alerts ask for, and what is too old. */
    tendAlerts: async () => {
      await tellBrokenPromises(database, clock.now())
      await refresh()
      await removeOldAlerts(database, clock.now())
    },
  }
}

/** One round for hosts that run no process: compares, sends what is there now, and looks after the rest, from one call to the next. */
export function createAlertRound(context: AggregatorContext): (drain: AbortSignal) => Promise<void> {
  const { database, clock } = context
  const slow = createPauses()
  const refresh = createRefresher(context)
  return async (drain) => {
    const means = alertContext(context, drain)
    try {
      await tellBrokenPromises(database, clock.now())
      await matchAlerts(context, drain, slow)
      await createAlertSender(means, drain).run()
    } finally {
      means.close()
    }
    await refresh()
    await removeOldAlerts(database, clock.now())
  }
}

/** Looks after which sources the next alerts ask for, and plans at once those that this changed; where that fails, with the next call. */
function createRefresher({
  database,
  clock,
}: Pick<AggregatorContext, 'database' | 'clock'>): () => Promise<void> {
  const moved = new Set<number>()
  let afterId = 0
  return async () => {
    try {
      afterId = await refreshSources(database, clock.now(), { afterId, limit: refreshed, moved })
    } finally {
      if (moved.size > 0) await replanSources({ database, clock }, [...moved])
      moved.clear()
    }
  }
}
