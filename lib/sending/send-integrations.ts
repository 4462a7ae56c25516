import { log } from '#lib/runtime/log.ts'
import {
  claimSends,
  nextSendAt,
  recordSends,
  type SendMessage,
} from '#lib/store/integrations/integration-sends.ts'
import type { Outcome } from '#lib/store/integrations/outbox.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'
import { deliverShare, type ServiceContext } from './deliver-integration.ts'
import { createLane } from './send-lane.ts'

export type ShareContext = ServiceContext & Pick<AggregatorContext, 'database' | 'owner'>

/** On their way at the same time; most instances are somebody's own, on a small machine. */
const mostOnTheirWay = 24
const mostPerHost = 2
/** A try takes 30 s, of two requests; a sender that dies without a trace blocks its messages so long. */
const leaseMs = 60_000

/**
 * Sends the postings that wait to be saved elsewhere: each is claimed by a lease, sent, and marked. A process that dies
 * between sending and marking has it sent once more, which saves it once (integration-services.ts).
 * @returns sends what is due, until nothing is; a call while it does has it look again
 */
export function createShareSender(context: ShareContext, drain?: AbortSignal): () => Promise<void> {
  const { database, owner, clock } = context
  const run = createLane<SendMessage>({
    most: mostOnTheirWay,
    claim: (limit, underWay) =>
      claimSends(database, {
        owner,
        now: clock.now(),
        leaseMs: leaseMs * clock.speed,
        limit,
        mostPerHost,
        underWay,
      }),
    send: (message) => sendOne(context, message),
    drain,
  })
  return async () => {
    const dueAt = await nextSendAt(database)
    if (dueAt !== null && dueAt <= clock.now()) await run()
  }
}

async function sendOne(context: ShareContext, message: SendMessage): Promise<void> {
  const { id, integrationId, account } = message
  const kind = typeof account === 'string' ? account : account.kind
  try {
    const outcome = await deliverShare(context, message)
    await recordSends(context.database, [{ id, integrationId, outcome }])
    note(message, kind, outcome)
  } catch (error) {
    log.error('share-not-sent', { id: id.toString(), kind, error }) // its lease ends, and it is tried again
  }
}

function note({ id, tries }: SendMessage, kind: string, outcome: Outcome): void {
  const told = { id: id.toString(), kind, tries, httpStatus: outcome.httpStatus }
  if (outcome.kind === 'sent') log.debug('share-sent', told)
  else log.warn('share-refused', { ...told, last: outcome.kind })
}
