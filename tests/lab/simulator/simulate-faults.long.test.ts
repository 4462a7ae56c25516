import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defaultHostSpacingMs } from '#lib/planning/context.ts'
import { replayByPrice } from '#lib/lab/simulator/simulate-price.ts'
import { quietWeb } from '#lib/lab/simulator/simulate-web.ts'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import { changeServerSettings, getSettings, policySettings } from '#lib/store/ground/server-settings.ts'
import { createTestDatabase } from '#tests/support/servers/database.ts'
import { faultRule, simulated, type FaultRule } from '#tests/support/chaos/faults.ts'
import { postedBefore, replay, replayContext } from '#tests/support/chaos/replay.ts'
import { readInForce, readStored } from '#tests/support/data/stored-state.ts'
import { createTestClock } from '#tests/support/measure/test-clock.ts'
import { sampled } from '#tests/support/run/tier.ts'
import { readTrace, type Trace } from '#tests/support/data/trace.ts'
import { startUnrulyWeb, subscribeToWeb, type UnrulyWeb } from '#tests/support/chaos/unruly-web.ts'

const hourMs = 3_600_000
const startAt = Date.UTC(2026, 1, 6)
const endAt = startAt + 24 * hourMs
const share = 0.2
const seed = 20_260_206

describe(`the simulator and a day of the live aggregator by price, a fifth of the answers failing (seed ${seed})`, () => {
  let trace: Trace
  let database: Database
  let web: UnrulyWeb
  let drop: () => Promise<void>

  beforeAll(async () => {
    trace = new Map(sampled([...postedBefore(readTrace('smallweb-rss-2026'), startAt)]))
    const created = await createTestDatabase()
    drop = created.drop
    database = openDatabase(created.url)
    const clock = createTestClock(startAt - hourMs)
    web = await startUnrulyWeb(trace, clock.now, rule)
    await changeServerSettings(database, { budgetPerDay: 4 * trace.size })
    await subscribeToWeb(database, trace, web, clock.now())
    await replay(replayContext(database, clock), endAt, (at) => clock.set(at))
  }, 600_000)

  afterAll(async () => {
    await web.close()
    await database.$disconnect()
    await drop()
  })

  test('the simulator polls every source at the same milliseconds, whatever fails', async () => {
    const stored = await readStored(database, trace, startAt, endAt)
    const inForce = await readInForce(database, startAt)
    const sources = await database.source.findMany({ select: { id: true, title: true } })
    const nameOf = new Map(sources.map(({ id, title }) => [id, title]))
    const states = stored.map(({ state }) => state)
    replayByPrice({
      states,
      inForce,
      evaluatedFrom: startAt,
      endAt,
      elapsedMs: null,
      settings: policySettings(await getSettings(database), 1),
      web: {
        ...quietWeb,
        answerTo: (id, at) => simulated(rule(nameOf.get(id) ?? '', at), 0, 0),
        hostOf: (id) => web.hostOf(nameOf.get(id) ?? ''),
        spacingMs: defaultHostSpacingMs,
      },
    })
    const live = stored.map(({ state, polls }) => ({ sourceId: state.sourceId, polls }))
    const outcomes = await database.poll.groupBy({ by: ['outcome'], _count: true })
    console.info(outcomes.map(({ outcome, _count }) => `${outcome} ${_count}`).join(', '))
    expect(states.map(({ sourceId, pollTimes }) => ({ sourceId, polls: pollTimes }))).toEqual(live)
  })
})

const drawn = faultRule(share, seed)

/** The hour before is quiet; and the clock stands still, so that nothing can be waited for: no hops of redirects, no time-outs. */
function rule(...[source, at]: Parameters<FaultRule>): ReturnType<FaultRule> {
  const name = at < startAt ? null : drawn(source, at)
  if (name === 'redirect loop') return 'no feed'
  return name === 'no answer' || name === 'slow body' || name === 'too long a length' ? 'reset' : name
}
