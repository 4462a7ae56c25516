import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { planWhenDue, replanSources } from '#lib/planning/plan-all.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { callRoute, type Call } from '#tests/support/api/call-route.ts'
import { playDays } from '#tests/support/data/played-days.ts'
import { withReaderApps } from '#tests/support/programs/reader-app.ts'
import { replayContext } from '#tests/support/chaos/replay.ts'
import { createTestClock } from '#tests/support/measure/test-clock.ts'
import type { TraceServer } from '#tests/support/servers/trace-server.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const environment = {
  LOG_LEVEL: 'error',
  SMTP_URL: 'smtp://mail.example.org',
  MAIL_FROM: 'News <news@example.org>',
}

type Owned = { readonly id: number; readonly sourceId: number }

/**
 * Three planned sources that are not polled within the next two hours, which two subscribers read: weight 2 before each test, and 10 with a
 * wish or an alert. Ada is one of the two.
 */
export function withSharedSources() {
  const apps = withReaderApps(environment)
  let [server, ada]: [TraceServer | null, { id: string; token: string }] = [null, { id: '', token: '' }]
  let sourceIds: readonly number[] = []
  let own: readonly Owned[] = []
  beforeAll(async () => {
    const endAt = Date.now() - 6 * hourMs
    const startAt = Math.floor(Date.now() / dayMs - 2) * dayMs
    ;({ server, ada } = await playDays(apps.database, createTestClock(startAt), { startAt, endAt }))
    sourceIds = await planSources(apps.database)
  }, 120_000)
  beforeEach(async () => {
    own = await subscribeAnew(apps.database, ada.id, sourceIds)
  })
  afterAll(() => server?.close())
  const sourceOf = (id: number) => apps.database.source.findUniqueOrThrow({ where: { id } })
  const ofAll = <Read>(read: (id: number) => Promise<Read>) => Promise.all(sourceIds.map(read))
  const plannedWeight = async (id: number) => {
    const { planId } = await sourceOf(id)
    return (await apps.database.plan.findUniqueOrThrow({ where: { id: planId ?? 0n } })).weight
  }
  return {
    app: apps.app,
    database: () => apps.database,
    ada: () => ada,
    sourceIds: () => sourceIds,
    first: () => own[0] ?? { id: 0, sourceId: 0 },
    own: () => own,
    plannedWeight,
    /** Of all, by which their plans in force were made. */
    plannedWeights: () => ofAll(plannedWeight),
    plansInForce: () => ofAll(async (id) => (await sourceOf(id)).planId),
    nextPollAt: async (id: number) => (await sourceOf(id)).nextPollAt?.getTime() ?? NaN,
    /** As Ada, who is answered as she wishes. */
    call: async (asked: Call): Promise<Record<string, unknown>> => {
      const { status, body } = await callRoute(ada.token, asked)
      expect([200, 201, 204]).toContain(status)
      return body
    },
  }
}

async function planSources(database: Database): Promise<number[]> {
  await changeServerSettings(database, {
    popularity: 1,
    sayStrength: 8,
    alertStrength: 8,
    budgetPerDay: 16,
    maxStalenessMs: 7 * dayMs,
    overflowRisk: 0.5,
  })
  await planWhenDue(replayContext(database, systemClock))
  const where = { nextPollAt: { gt: new Date(Date.now() + 2 * hourMs) } }
  const late = await database.source.findMany({
    where,
    select: { id: true },
    orderBy: { id: 'asc' },
    take: 3,
  })
  expect(late).toHaveLength(3)
  return late.map(({ id }) => id)
}

async function subscribeAnew(
  database: Database,
  subscriberId: string,
  sourceIds: readonly number[],
): Promise<Owned[]> {
  await database.subscription.deleteMany({ where: { subscriberId } })
  await database.alert.deleteMany({})
  const own = await database.subscription.createManyAndReturn({
    data: sourceIds.map((sourceId) => ({ sourceId, subscriberId })),
    select: { id: true, sourceId: true },
  })
  await replanSources({ database, clock: systemClock }, sourceIds)
  return own
}
