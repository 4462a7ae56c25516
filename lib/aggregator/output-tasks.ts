import cron from 'node-cron'
import type { AggregatorContext } from './context.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { sendDigests } from './send-digests.ts'
import { tendHub } from './tend-hub.ts'

const hubSchedule = '* * * * * *'
/** Digests are made a minute after their hour, when what was found before it is stored. */
const digestSchedule = '5 * * * * *'

/** Starts what goes out to others: our hub's deliveries, and digests. */
export function startOutputs(context: AggregatorContext, drain: AbortSignal) {
  const hub = oneAtATime('hub', () => tendHub(context, drain))
  const digests = oneAtATime('digests', () => sendDigests(context, drain))
  return {
    works: [hub, digests],
    tasks: [
      cron.schedule(hubSchedule, hub.run, { timezone: 'UTC' }),
      cron.schedule(digestSchedule, digests.run, { timezone: 'UTC' }),
    ],
  }
}
