import { afterAll, beforeAll, expect, test } from 'vitest'
import * as alerts from '#app/api/v1/alerts/route.ts'
import * as digests from '#app/api/v1/digests/route.ts'
import * as digest from '#app/api/v1/digests/[id]/route.ts'
import * as hours from '#app/api/v1/reading-hours/route.ts'
import * as subscription from '#app/api/v1/subscriptions/[id]/route.ts'
import * as weights from '#app/api/v1/admin/sources/weights/route.ts'
import { createAlerts } from '#lib/sending/alerts.ts'
import { planWhenDue } from '#lib/planning/plan-all.ts'
import { replanSoon } from '#lib/planning/replan-soon.ts'
import { systemClock } from '#lib/runtime/clock.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { findLatestRun, sumGranted } from '#lib/store/planning/planning-runs.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { startServerDatabase } from '#tests/support/world/accounts.ts'
import { callRoute, type Call } from '#tests/support/api/call-route.ts'
import { playDays } from '#tests/support/data/played-days.ts'
import { replayContext } from '#tests/support/chaos/replay.ts'
import { createTestClock } from '#tests/support/measure/test-clock.ts'
import type { TraceServer } from '#tests/support/servers/trace-server.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const startedAt = Date.now()
/** Played until now: the next polls are those of a server that runs. */
const endAt = startedAt - 6 * hourMs
const startAt = Math.floor(startedAt / dayMs - 2) * dayMs
const clock = createTestClock(startAt)
/** A poll a day of each. */
const budgetPerDay = 16

let database: Database
let stop: () => Promise<void>
let server: TraceServer
let ada: { id: string; token: string }
/** Of sources that are not polled within the next two hours. */
let own: { id: number; sourceId: number }[]
let folderId: number

beforeAll(async () => {
  const mail = { SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: 'News <news@example.org>' }
  ;({ database, stop } = await startServerDatabase(mail))
  ;({ server, ada } = await playDays(database, clock, { startAt, endAt }))
  const sources = await database.source.findMany()
  ;({ id: folderId } = await database.folder.create({ data: { subscriberId: ada.id, name: 'Papers' } }))
  await database.subscription.createMany({
    data: sources.map(({ id: sourceId }) => ({ sourceId, subscriberId: ada.id })),
  })
  await changeServerSettings(database, {
    sayStrength: 8,
    alertStrength: 8,
    budgetPerDay,
    maxStalenessMs: 7 * dayMs,
    overflowRisk: 0.5,
  })
  await planWhenDue(replayContext(database, systemClock))
  own = await database.subscription.findMany({
    where: {
      subscriberId: ada.id,
      source: { nextPollAt: { gt: new Date(Date.now() + 2 * hourMs) } },
    },
    select: { id: true, sourceId: true },
    orderBy: { id: 'asc' },
  })
  expect(own.length).toBeGreaterThan(8)
}, 120_000)
afterAll(async () => {
  await server.close()
  await stop()
})

const sourceAt = (index: number) => own[index]?.sourceId ?? 0

async function nextOf(sourceId: number): Promise<number> {
  const { nextPollAt } = await database.source.findUniqueOrThrow({ where: { id: sourceId } })
  return nextPollAt?.getTime() ?? NaN
}

/** Polls a day of the plan in force. */
async function grantedTo(sourceId: number): Promise<number> {
  const { planId } = await database.source.findUniqueOrThrow({ where: { id: sourceId } })
  return (await database.plan.findUniqueOrThrow({ where: { id: planId ?? 0n } })).pollsPerDay
}

/**
 * Does something, without a planning of all sources, by which a source gets more polls.
 * @returns by how much sooner its next poll is; an hour full of postings is waited for as before
 */
async function around(sourceId: number, act: () => Promise<unknown>): Promise<number> {
  const runs = await database.planningRun.count()
  const polls = await grantedTo(sourceId)
  const before = await nextOf(sourceId)
  await act()
  expect(await database.planningRun.count()).toBe(runs)
  expect(await grantedTo(sourceId)).toBeGreaterThan(1.1 * polls)
  const after = await nextOf(sourceId)
  expect(after).not.toBe(before)
  return before - after
}

async function call(asked: Call): Promise<Record<string, unknown>> {
  const { status, body } = await callRoute(ada.token, asked)
  expect([200, 201, 204]).toContain(status)
  return body
}

test('a limit moves the next poll of its source at once; the next planning keeps to the budget', async () => {
  const context = replayContext(database, systemClock)
  const moved: number[] = []
  for (const { id, sourceId } of own.slice(0, 5)) {
    const soonerMs = await around(sourceId, () =>
      call({
        module: subscription,
        method: 'PATCH',
        params: { id: String(id) },
        body: { wantsFast: true },
      }),
    )
    moved.push(soonerMs)
  }
  expect(moved.filter((byMs) => byMs > 60_000).length).toBeGreaterThanOrEqual(3)
  const limited = (await sumGranted(database)).pollsPerDay
  expect(await planWhenDue(context)).toBe(true)
  const planned = await findLatestRun(database)
  expect(planned?.run.settings.budgetPerDay).toBe(budgetPerDay)
  expect(limited).toBeGreaterThan((planned?.grantedPerDay ?? NaN) * 1.05)
  await database.subscription.updateMany({ data: { wantsFast: false } })
})

test('an alert moves the next poll of its source at once, and one of a folder of what comes into that', async () => {
  await around(sourceAt(5), () =>
    call({
      module: alerts,
      method: 'POST',
      body: {
        name: 'One',
        about: { kind: 'source', sourceId: sourceAt(5) },
        channelIds: [],
        isOn: true,
      },
    }),
  )
  const about = { kind: 'folder', folderId }
  await call({
    module: alerts,
    method: 'POST',
    body: { name: 'All', about, channelIds: [], isOn: true },
  })
  await around(sourceAt(6), async () => {
    await database.subscription.update({ where: { id: own[6]?.id ?? 0 }, data: { folderId } })
    const context = { ...replayContext(database, systemClock), publicUrl: '', mailer: null, vapid: null }
    await createAlerts(context, new AbortController().signal).tendAlerts()
  })
})

test('weights of the admin move the next poll at once', async () => {
  await around(sourceAt(7), () =>
    call({
      module: weights,
      method: 'POST',
      body: { ids: [sourceAt(7)], weightFactor: 9 },
    }),
  )
})

test('reading hours and digests move the next polls of their sources at once', async () => {
  const sourceIds = own.slice(8).map(({ sourceId }) => sourceId)
  await database.subscription.deleteMany({
    where: { sourceId: { in: sourceIds }, NOT: { subscriberId: ada.id } },
  })
  const nextOfAll = () => Promise.all(sourceIds.map(nextOf))
  const runs = await database.planningRun.count()
  await replanSoon(database, sourceIds)
  const always = await nextOfAll()
  const given = { kind: 'given', zone: 'UTC', given: [hourOfWeekAfter(5 * dayMs)] }
  await call({ module: hours, method: 'PATCH', body: given })
  const read = await nextOfAll()
  expect(read.some((at, index) => at > (always[index] ?? NaN) + hourMs)).toBe(true)
  const hour = hourOfWeekAfter(5 * dayMs + 12 * hourMs) % 24
  const body = { name: 'News', place: { kind: 'all' }, hour, zone: 'UTC' }
  const { id } = await call({ module: digests, method: 'POST', body })
  const told = await nextOfAll()
  expect(told.filter((at, index) => at !== read[index]).length).toBeGreaterThan(0)
  await call({ module: digest, method: 'DELETE', params: { id: String(id) } })
  // To the step of the forecast: it is decided at another instant.
  for (const [index, at] of (await nextOfAll()).entries())
    expect(Math.abs(at - (read[index] ?? NaN))).toBeLessThan(hourMs)
  expect(await database.planningRun.count()).toBe(runs)
})

/** From Monday 0 h on, UTC. */
function hourOfWeekAfter(ms: number): number {
  return (((Math.ceil((Date.now() + ms) / hourMs) - 96) % 168) + 168) % 168
}
