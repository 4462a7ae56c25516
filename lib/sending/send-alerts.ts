import { mailLeaseMs } from '#lib/mail/hand-in.ts'
import { mailConnections } from '#lib/mail/mailer.ts'
import { log } from '#lib/runtime/log.ts'
import type { ChannelConfig } from '#lib/store/alerts/channel-config.ts'
import {
  claimMessages,
  nextDueAt,
  recordTried,
  type OutboxMessage,
  type TriedDelivery,
} from '#lib/store/alerts/alert-outbox.ts'
import { createGroupWriter } from '#lib/store/polling/group-writes.ts'
import type { Outcome } from '#lib/store/integrations/outbox.ts'
import { tally } from '#lib/store/connection/tallies.ts'
import { deliverAlert, type AlertContext } from './deliver-alert.ts'
import { createLane } from './send-lane.ts'

type Kind = ChannelConfig['kind']

/** Messages of a kind that are on their way at the same time, and of these those to one host: all browsers have three services. */
const limits: Readonly<Record<Kind, { readonly most: number; readonly perHost: number }>> = {
  'web-push': { most: 48, perHost: 24 },
  webhook: { most: 32, perHost: 6 },
  ntfy: { most: 16, perHost: 6 },
  email: { most: mailConnections, perHost: mailConnections },
}
const kinds = Object.keys(limits) as Kind[]

/** A try takes 15 s but of mail; a sender that dies without a trace blocks its messages so long. */
const leaseMs = 60_000
const leaseMsOf = (kind: Kind) => (kind === 'email' ? mailLeaseMs : leaseMs)

type AlertSender = {
  /** Sends what is due, until nothing is; a call while it does has it look again. None is begun once `drain` aborts. */
  readonly run: () => Promise<void>
}

/**
 * Sends what waits in the outbox, each kind of channel for itself: a mail server that hangs delays no push. A message is
 * claimed by a lease, sent, and marked; a process that dies between sending and marking has it sent once more, with the same
 * key.
 */
export function createAlertSender(context: AlertContext, drain?: AbortSignal): AlertSender {
  const record = createGroupWriter<TriedDelivery, null>(
    async (tried) => {
      await recordTried(context.database, tried)
      return tried.map(() => null)
    },
    { mostItems: 200, mostSize: 200, sizeOf: () => 1 },
  )
  const { database, owner, clock } = context
  const lanes = kinds.map((kind) =>
    createLane<OutboxMessage>({
      most: limits[kind].most,
      claim: (limit, underWay) =>
        claimMessages(database, {
          owner,
          kind,
          now: clock.now(),
          leaseMs: leaseMsOf(kind) * clock.speed,
          limit,
          mostPerHost: limits[kind].perHost,
          underWay,
        }),
      send: (message) => sendOne(context, message, record),
      drain,
    }),
  )
  return {
    run: async () => {
      const dueAt = await nextDueAt(context.database)
      if (dueAt === null || dueAt > context.clock.now()) return
      await Promise.all(lanes.map((run) => run()))
    },
  }
}

async function sendOne(
  context: AlertContext,
  message: OutboxMessage,
  record: (tried: TriedDelivery) => Promise<null>,
): Promise<void> {
  const { id, channelId, key } = message
  try {
    const outcome = await deliverAlert(context, message)
    await record({ id, channelId, outcome })
    note(context, message, outcome)
  } catch (error) {
    log.error('alert-not-sent', { key, error }) // its lease ends, and it is tried again
  }
}

function note({ database }: AlertContext, { config, madeAt, key }: OutboxMessage, outcome: Outcome): void {
  tally(database, 'alerts', `${config.kind} ${outcome.kind}`)
  if (outcome.kind === 'sent') log.debug('alert-sent', { key, afterMs: outcome.at - madeAt.getTime() })
  else
    log.warn('alert-refused', { key, kind: config.kind, httpStatus: outcome.httpStatus, last: outcome.kind })
}
