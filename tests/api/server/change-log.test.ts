import { beforeEach, describe, expect, test } from 'vitest'
import * as audit from '#app/api/v1/admin/audit/route.ts'
import * as revert from '#app/api/v1/admin/audit/[id]/revert/route.ts'
import * as host from '#app/api/v1/admin/hosts/[host]/route.ts'
import * as hosts from '#app/api/v1/admin/hosts/route.ts'
import * as settings from '#app/api/v1/admin/settings/route.ts'
import * as source from '#app/api/v1/admin/sources/[id]/route.ts'
import * as weights from '#app/api/v1/admin/sources/weights/route.ts'
import { changeServerSettings, getSettings } from '#lib/store/ground/server-settings.ts'
import { addSubscriber, requestWith } from '#tests/support/world/accounts.ts'
import { addPlannedSources } from '#tests/support/world/planned-sources.ts'
import type { AuditItem } from '#lib/api/server/audit.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>

const { database } = await serverDatabaseOfFile()
let ada: { id: string; token: string }
let ids: number[]

beforeEach(async () => {
  await database.user.deleteMany()
  await database.auditEntry.deleteMany()
  await database.source.deleteMany()
  await database.host.deleteMany()
  await database.publisherLimit.deleteMany()
  await database.planningRun.deleteMany()
  await database.serverSettings.deleteMany()
  await changeServerSettings(database, { policy: 'minimum-delay' })
  ada = await addSubscriber(database, { name: 'ada', role: 'admin' })
  const facts = ['one', 'two', 'three'].map((name) => ({ name, postingsPerDay: 2, subscriberIds: [ada.id] }))
  ids = await addPlannedSources(database, facts, Date.now())
})

async function call(handler: Handler, method: string, body?: unknown, params: Record<string, string> = {}) {
  const request = requestWith(ada.token, '/api/v1/admin', method, body)
  const answer = await handler(request, { params: Promise.resolve(params) })
  const text = await answer.text()
  return { status: answer.status, body: (text === '' ? null : JSON.parse(text)) as Record<string, unknown> }
}

async function entries(): Promise<AuditItem[]> {
  return (await call(audit.GET, 'GET')).body['entries'] as AuditItem[]
}

async function newest(): Promise<AuditItem> {
  const [entry] = await entries()
  if (entry === undefined) throw new Error('The log is empty.')
  return entry
}

const takeBack = (entry: AuditItem) => call(revert.POST, 'POST', {}, { id: entry.id })
const factors = async () =>
  (await database.source.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } })).map(
    ({ weightFactor }) => weightFactor,
  )

describe('settings', () => {
  test('are logged from what to what, taken back by one act, and that act again', async () => {
    await call(settings.PATCH, 'PATCH', { budgetPerDay: 500, isPaused: true, signUp: 'open' })
    const made = await newest()
    expect(made).toMatchObject({
      act: 'settings-changed',
      actor: { id: ada.id },
      canRevert: true,
      isReverted: false,
      reverts: null,
      changed: [
        { name: 'budgetPerDay', before: '10000', after: '500' },
        { name: 'isPaused', before: 'false', after: 'true' },
      ],
    })
    expect((await takeBack(made)).status).toBe(200)
    expect(await getSettings(database)).toMatchObject({ budgetPerDay: 10_000, isPaused: false })
    const [back, first] = await entries()
    expect(back).toMatchObject({ act: 'settings-changed', reverts: made.id, canRevert: true })
    expect(first).toMatchObject({ id: made.id, canRevert: false, isReverted: true })
    expect(await takeBack(made)).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } })
    await takeBack(await newest())
    expect(await getSettings(database)).toMatchObject({ budgetPerDay: 500, isPaused: true })
  })

  test('are not taken back over a later change of the same, but over one of others', async () => {
    await call(settings.PATCH, 'PATCH', { budgetPerDay: 500 })
    const made = await newest()
    await call(settings.PATCH, 'PATCH', { sayStrength: 3 })
    await call(settings.PATCH, 'PATCH', { budgetPerDay: 600 })
    const later = await newest()
    const refused = await takeBack(made)
    expect(refused.status).toBe(409)
    expect(await getSettings(database)).toMatchObject({ budgetPerDay: 600, sayStrength: 3 })
    expect(await entries()).toHaveLength(3)
    await takeBack(later)
    expect((await takeBack(made)).status).toBe(200)
    expect(await getSettings(database)).toMatchObject({ budgetPerDay: 10_000, sayStrength: 3 })
  })

  test('a change that changes nothing leaves no entry', async () => {
    await call(settings.PATCH, 'PATCH', { budgetPerDay: 10_000 })
    expect(await entries()).toEqual([])
  })

  test('of two who take the same back at once, one does', async () => {
    await call(settings.PATCH, 'PATCH', { budgetPerDay: 500 })
    const made = await newest()
    const both = await Promise.all([takeBack(made), takeBack(made)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await entries()).toHaveLength(2)
  })
})

describe('weights', () => {
  test('go back to what each source had, and are planned so', async () => {
    await call(source.PATCH, 'PATCH', { weightFactor: 3 }, { id: String(ids[0]) })
    await call(weights.POST, 'POST', { ids, weightFactor: 7 })
    const made = await newest()
    expect(made.changed).toEqual([{ name: 'weightFactor (3)', before: '1–3', after: '7' }])
    expect((await takeBack(made)).status).toBe(200)
    expect(await factors()).toEqual([3, 1, 1])
    const plans = await database.plan.findMany({ where: { inForceOf: { some: { id: { in: ids } } } } })
    expect(plans.map(({ weight }) => weight).sort()).toEqual([1, 1, 3])
    expect((await newest()).changed).toEqual([{ name: 'weightFactor (3)', before: '7', after: '1–3' }])
  })

  test('are left alone where one of them was changed since', async () => {
    await call(weights.POST, 'POST', { ids, weightFactor: 7 })
    const made = await newest()
    await call(source.PATCH, 'PATCH', { weightFactor: 2 }, { id: String(ids[1]) })
    expect((await takeBack(made)).status).toBe(409)
    expect(await factors()).toEqual([7, 2, 7])
  })
})

test('what is fixed for a source is logged and goes back, unless it was fixed anew since', async () => {
  const [id = 0] = ids
  const fix = (override: object) => call(source.PATCH, 'PATCH', override, { id: String(id) })
  await fix({ fixedIntervalMs: 3_600_000 })
  const made = await newest()
  expect(made).toMatchObject({
    act: 'source-changed',
    changed: [{ name: 'fixedIntervalMs', before: null, after: '3600000' }],
  })
  const plan = () => database.plan.findFirstOrThrow({ where: { inForceOf: { some: { id } } } })
  expect((await plan()).pollsPerDay).toBe(24)
  await fix({ isPaused: true })
  expect((await takeBack(made)).status).toBe(409)
  await takeBack(await newest())
  expect((await takeBack(made)).status).toBe(200)
  expect(await database.source.findUniqueOrThrow({ where: { id } })).toMatchObject({
    isPaused: false,
    fixedIntervalMs: null,
  })
  expect((await plan()).pollsPerDay).not.toBe(24)
  expect((await fix({ fixedIntervalMs: 1000 })).status).toBe(400)
  expect((await fix({})).status).toBe(400)
})

test('what an admin says of a host is logged, and goes back to what was there before', async () => {
  const limit = { leastIntervalMs: 3_600_000, requestsPerHour: 20, isOptedOut: false, evidence: 'a letter' }
  await call(hosts.POST, 'POST', { host: 'one.example', ...limit })
  const made = await newest()
  expect(made).toMatchObject({ act: 'host-wish-changed', detail: 'one.example', canRevert: true })
  expect(made.changed).toContainEqual({ name: 'requestsPerHour', before: null, after: '20' })
  await call(hosts.POST, 'POST', { host: 'one.example', ...limit, requestsPerHour: 5 })
  expect((await takeBack(made)).status).toBe(409)
  await takeBack(await newest())
  expect(
    (await database.publisherLimit.findUnique({ where: { host: 'one.example' } }))?.requestsPerHour,
  ).toBe(20)
  expect((await takeBack(made)).status).toBe(200)
  expect(await database.publisherLimit.count({ where: { host: 'one.example' } })).toBe(0)
  await call(hosts.POST, 'POST', { host: 'one.example', ...limit })
  await call(host.DELETE, 'DELETE', undefined, { host: 'one.example' })
  expect((await takeBack(await newest())).status).toBe(200)
  expect(
    (await database.publisherLimit.findUnique({ where: { host: 'one.example' } }))?.requestsPerHour,
  ).toBe(20)
})

test('what is as old as the log goes back, too, and is forgotten with the next act', async () => {
  await call(settings.PATCH, 'PATCH', { budgetPerDay: 500 })
  await call(weights.POST, 'POST', { ids, weightFactor: 7 })
  await database.auditEntry.updateMany({ data: { at: new Date(Date.now() - 401 * 86_400_000) } })
  const [weighed, set] = await entries()
  if (weighed === undefined || set === undefined) throw new Error('The log lacks what was done.')
  expect((await takeBack(weighed)).status).toBe(200)
  expect(await factors()).toEqual([1, 1, 1])
  expect(await entries()).toMatchObject([{ reverts: weighed.id, changed: [{ before: '7', after: '1' }] }, {}])
  expect((await takeBack(set)).status).toBe(404)
})

test('what is no change is not taken back', async () => {
  expect((await call(revert.POST, 'POST', {}, { id: '987654321' })).status).toBe(404)
  expect((await call(revert.POST, 'POST', {}, { id: 'x' })).status).toBe(404)
  await database.auditEntry.create({ data: { act: 'signed-in', at: new Date() } })
  expect((await takeBack(await newest())).status).toBe(409)
})
