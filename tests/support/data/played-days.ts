import { drawSources } from '#lib/lab/simulator/synthetic.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { traceOf } from './drawn-trace.ts'
import { postedBefore, replay, replayContext, subscribeToTrace } from '#tests/support/chaos/replay.ts'
import type { TestClock } from '#tests/support/measure/test-clock.ts'
import { startTraceServer, type TraceServer } from '#tests/support/servers/trace-server.ts'

const dayMs = 86_400_000
const learnDays = 14

type PlayedDays = {
  readonly startAt: number
  /** The last poll is made a quarter of a day later. */
  readonly endAt: number
}

/** Sixteen drawn sources, polled live by `price` at four polls a day each, and an admin who may ask what came of it. */
export async function playDays(
  database: Database,
  clock: TestClock,
  { startAt, endAt }: PlayedDays,
): Promise<{ readonly server: TraceServer; readonly ada: { id: string; token: string } }> {
  const days = learnDays + Math.round((endAt - startAt) / dayMs) + 1
  const drawn = drawSources({ sources: 16, seed: 3, startAt: startAt - learnDays * dayMs, days })
  const trace = postedBefore(traceOf(drawn), startAt)
  const server = await startTraceServer(trace, startAt)
  await changeServerSettings(database, { policy: 'price', budgetPerDay: 4 * trace.size })
  await subscribeToTrace(database, trace, server, startAt)
  await replay(replayContext(database, clock), endAt + dayMs / 4, async (now) => {
    server.setNow(now)
    await clock.set(now)
  })
  return { server, ada: await addSubscriber(database, { name: 'ada', role: 'admin' }) }
}
