import type { AggregatorContext } from './context.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { createPauses } from './pauses.ts'
import { schedule } from './schedule.ts'
import { sendDigests } from './send-digests.ts'
import type { ShareWorks } from './send-shares.ts'
import { tendHub } from './tend-hub.ts'

const hubSchedule = '* * * * * *'
/** Digests are made a minute after their hour, when what was found before it is stored. */
const digestSchedule = '5 * * * * *'
/** Those whose pause is over; new ones are sent as they come. */
const shareSchedule = '* * * * * *'
const tendSchedule = '25 * * * * *'

/** Starts what goes out to others: our hub's deliveries, digests, and postings that are saved elsewhere. */
export function startOutputs(context: AggregatorContext, drain: AbortSignal, shares: ShareWorks) {
  const hub = oneAtATime('hub', () => tendHub(context, drain))
  const broken = createPauses()
  const digests = oneAtATime('digests', () => sendDigests(context, drain, broken))
  return {
    works: [hub, digests, shares.send, shares.tend],
    tasks: [
      schedule(hubSchedule, hub.run),
      schedule(digestSchedule, digests.run),
      schedule(shareSchedule, shares.send.run),
      schedule(tendSchedule, shares.tend.run),
    ],
  }
}
