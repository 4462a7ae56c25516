import type { AggregatorContext } from '#lib/planning/context.ts'
import { oneAtATime } from '#lib/runtime/one-at-a-time.ts'
import { createPauses } from '#lib/polling/pauses.ts'
import { schedule } from '#lib/runtime/schedule.ts'
import { sendDigests } from './send-digests.ts'
import type { IntegrationWorks } from './send-integrations.ts'
import { tendHub } from './tend-own-hub.ts'

const hubSchedule = '* * * * * *'
/** Digests are made a minute after their hour, when what was found before it is stored. */
const digestSchedule = '5 * * * * *'
/** Those whose pause is over; new ones are sent as they come. */
const integrationSchedule = '* * * * * *'
const tendSchedule = '25 * * * * *'

/** Starts what goes out to others: our hub's deliveries, digests, and postings that are saved elsewhere. */
export function startOutputs(context: AggregatorContext, drain: AbortSignal, integrations: IntegrationWorks) {
  const hub = oneAtATime('hub', () => tendHub(context, drain))
  const broken = createPauses()
  const digests = oneAtATime('digests', () => sendDigests(context, drain, broken))
  return {
    works: [hub, digests, integrations.send, integrations.tend],
    tasks: [
      schedule(hubSchedule, hub.run),
      schedule(digestSchedule, digests.run),
      schedule(integrationSchedule, integrations.send.run),
      schedule(tendSchedule, integrations.tend.run),
    ],
  }
}
