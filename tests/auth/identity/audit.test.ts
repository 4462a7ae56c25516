import { beforeEach, expect, test } from 'vitest'
import * as audit from '#app/api/v1/admin/audit/route.ts'
import * as users from '#app/api/v1/admin/users/route.ts'
import * as user from '#app/api/v1/admin/users/[id]/route.ts'
import * as userReset from '#app/api/v1/admin/users/[id]/reset/route.ts'
import * as email from '#app/api/v1/me/email/route.ts'
import * as reset from '#app/api/v1/password-reset/route.ts'
import * as confirm from '#app/api/v1/password-reset/confirm/route.ts'
import { findSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import { createToken } from '#lib/auth/identity/tokens.ts'
import { type Act, entriesBetween, mostActsOfOne, recordAct } from '#lib/store/ground/audit-log.ts'
import {
  addSubscriber,
  forgetAccounts,
  goodPassword,
  postAuth,
  publicUrl,
} from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { browse, signUp, type Browser } from '#tests/support/browser/signed-in.ts'
import type { AuditItem } from '#lib/api/server/audit.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()
let admin: Browser
let ada: Browser
let adaId: string

beforeEach(async () => {
  await forgetAccounts(database)
  admin = await signUp('admin')
  ada = await signUp('ada')
  adaId = (await database.user.findFirstOrThrow({ where: { email: ada.email } })).id
})

async function entries(query = ''): Promise<AuditItem[]> {
  const { body } = await browse(admin, audit, { query })
  return body['entries'] as AuditItem[]
}
const lock = (isLocked: boolean, who: Browser | null = admin, id = adaId) =>
  browse(who, user, { method: 'PATCH', params: { id }, body: { isLocked } })

test('sign-ins are recorded with who and from where, failures without what was typed', async () => {
  await postAuth('/sign-in/email', { email: ada.email, password: goodPassword }, { address: '198.51.100.1' })
  await postAuth('/sign-in/email', { email: ada.email, password: 'a wrong one' }, { address: '198.51.100.2' })
  await postAuth(
    '/sign-in/email',
    { email: 'x@example.org', password: 'a wrong one' },
    { address: '198.51.100.3' },
  )
  const found = await entries()
  expect(found).toMatchObject([
    { act: 'sign-in-failed', actor: null, subject: null, address: '198.51.100.3', detail: '' },
    { act: 'sign-in-failed', actor: null, subject: { email: ada.email }, address: '198.51.100.2' },
    { act: 'signed-in', actor: { email: ada.email }, address: '198.51.100.1' },
    { act: 'signed-up', actor: { email: ada.email } },
    { act: 'signed-up', actor: { email: admin.email } },
  ])
  expect(JSON.stringify(found)).not.toContain('a wrong one')
})

test('failed sign-ins are forgotten after 30 days, all else is not', async () => {
  await postAuth('/sign-in/email', { email: ada.email, password: 'a wrong one' })
  await recordAct(database, { act: 'second-step-failed', subjectId: adaId }, new Date())
  const age = (days: number) =>
    database.auditEntry.updateMany({ data: { at: new Date(Date.now() - days * 86_400_000) } })
  const others = ['signed-up', 'signed-up']
  await age(29)
  await recordAct(database, { act: 'signed-in' }, new Date())
  const failed = ['second-step-failed', 'sign-in-failed']
  expect((await entries()).map(({ act }) => act)).toEqual(['signed-in', ...failed, ...others])
  await age(31)
  await recordAct(database, { act: 'signed-in' }, new Date())
  expect((await entries()).map(({ act }) => act)).toEqual(['signed-in', 'signed-in', ...others])
})

test('a locked account is out at once, everywhere, and cannot reset its way in', async () => {
  const { token } = await createToken(database, adaId, 'tests')
  expect(await lock(true)).toEqual({
    status: 200,
    body: { id: adaId, isLocked: true, maxStoredMb: null, maxSubscriptions: null },
  })
  expect(await findSubscriber(new Headers({ cookie: ada.cookie }))).toBeNull()
  expect(await findSubscriber(new Headers({ authorization: `Bearer ${token}` }))).toBeNull()
  expect((await postAuth('/sign-in/email', { email: ada.email, password: goodPassword })).status).toBe(403)
  const { body } = await browse(admin, users)
  expect(body['users']).toMatchObject([{ isLocked: false }, { id: adaId, isLocked: true }])
  await lock(false)
  expect((await postAuth('/sign-in/email', { email: ada.email, password: goodPassword })).status).toBe(200)
  const acts = (await entries()).map(({ act }) => act)
  expect(acts.filter((act) => act.startsWith('account'))).toEqual(['account-unlocked', 'account-locked'])
})

test('only an admin with a browser locks, and never the own account', async () => {
  const { id: adminId } = await database.user.findFirstOrThrow({ where: { email: admin.email } })
  expect((await lock(true, ada, adminId)).status).toBe(403)
  expect((await lock(true, null)).status).toBe(401)
  expect((await lock(true, admin, adminId)).status).toBe(409)
  expect((await lock(true, admin, 'nobody')).status).toBe(404)
  const { token } = await createToken(database, adminId, 'tests')
  const call = { module: user, method: 'PATCH', params: { id: adaId }, body: { isLocked: true } } as const
  expect((await callRoute(token, call)).status).toBe(403)
  expect(await database.user.count({ where: { banned: true } })).toBe(0)
})

test('without mail an admin is shown a link that works once, and nobody can ask for one', async () => {
  const params = { id: adaId }
  expect((await browse(ada, userReset, { method: 'POST', params })).status).toBe(403)
  const { body } = await browse(admin, userReset, { method: 'POST', params })
  expect(body['isMailed']).toBe(false)
  const [page, token] = String(body['url']).split('#')
  expect(page).toBe(`${publicUrl}/reset-password`)
  const answer = { token, password: 'another good one' }
  expect((await browse(null, confirm, { method: 'POST', body: answer })).status).toBe(204)
  expect((await browse(null, confirm, { method: 'POST', body: answer })).status).toBe(404)
  expect((await browse(null, reset, { method: 'POST', body: { email: ada.email } })).status).toBe(503)
  const change = { email: 'new@example.org', password: goodPassword }
  expect((await browse(admin, email, { method: 'POST', body: change })).status).toBe(503)
  expect((await entries()).map(({ act }) => act)).toContain('reset-link-made')
})

test('the record is read by pages, of one account too, and by admins alone', async () => {
  await database.auditEntry.deleteMany()
  for (let index = 0; index < 60; index += 1)
    await recordAct(
      database,
      { act: 'signed-in', subjectId: index < 5 ? adaId : null, detail: `${index}` },
      new Date(),
    )
  const first = await browse(admin, audit)
  const next = await browse(admin, audit, { query: `?cursor=${String(first.body['nextCursor'])}` })
  const details = [first, next].flatMap(({ body }) =>
    (body['entries'] as AuditItem[]).map(({ detail }) => detail),
  )
  expect(details).toEqual(Array.from({ length: 60 }, (_, index) => `${59 - index}`))
  expect(next.body['nextCursor']).toBeNull()
  expect(await entries(`?userId=${adaId}`)).toHaveLength(5)
  expect((await browse(ada, audit)).status).toBe(403)
  expect((await browse(null, audit)).status).toBe(401)
})

test('acts outlive the account without its name, and are forgotten after 400 days', async () => {
  await lock(true)
  await database.user.delete({ where: { id: adaId } })
  expect((await entries())[0]).toMatchObject({
    act: 'account-locked',
    actor: { email: admin.email },
    subject: null,
  })
  expect(JSON.stringify(await database.auditEntry.findMany({ select: { detail: true } }))).not.toContain(
    'ada@',
  )
  await addSubscriber(database, { name: 'bob' })
  await database.auditEntry.updateMany({ data: { at: new Date(Date.now() - 401 * 86_400_000) } })
  await recordAct(database, { act: 'signed-in' }, new Date())
  expect(await entries()).toHaveLength(1)
})

/** Has the next entry get an id that so many divide, plus one. */
const nextIdAfter = (plus: bigint) => database.$queryRaw`
  SELECT setval(pg_get_serial_sequence('audit_log', 'id'), (last_value / ${entriesBetween} + 1) * ${entriesBetween} + ${plus} - 1)
  FROM "audit_log_id_seq"`
/** The entry for which those that are too many are looked for. */
const recordLooking = async (act: Act, at: Date) => {
  await nextIdAfter(0n)
  await recordAct(database, act, at)
}

test('the log is gone through for one failed sign-in in many', async () => {
  await database.auditEntry.deleteMany()
  const at = new Date()
  const act = { act: 'sign-in-failed' } as const
  await database.$executeRaw`
    INSERT INTO "audit_log" ("at", "act") SELECT ${at}, ${act.act} FROM generate_series(1, ${mostActsOfOne + 2}::int)`
  await nextIdAfter(1n)
  for (let sign = 1n; sign < entriesBetween; sign++) await recordAct(database, act, at)
  expect(await database.auditEntry.count()).toBe(mostActsOfOne + 1 + Number(entriesBetween))
  await recordAct(database, act, at)
  expect(await database.auditEntry.count()).toBe(mostActsOfOne)
})

test('of one account the last acts of a kind are kept, and all that can be taken back', async () => {
  await database.auditEntry.deleteMany()
  const at = new Date()
  const many = ({
    act,
    actorId = null,
    change = null,
  }: {
    act: string
    actorId?: string | null
    change?: object | null
  }) =>
    database.$executeRaw`
      INSERT INTO "audit_log" ("at", "act", "subjectId", "actorId", "change")
      SELECT ${at}, ${act}, ${adaId}, ${actorId}, ${change === null ? null : JSON.stringify(change)}::jsonb FROM generate_series(1, ${mostActsOfOne}::int)`
  await recordAct(database, { act: 'account-locked', subjectId: adaId }, at)
  await recordAct(database, { act: 'token-made', actorId: adaId, subjectId: adaId }, at)
  await many({ act: 'signed-in', actorId: adaId })
  await many({ act: 'sign-in-failed' })
  await many({ act: 'settings-changed', actorId: adaId, change: { kind: 'settings', before: {}, after: {} } })
  await recordLooking({ act: 'signed-in', actorId: adaId, subjectId: adaId }, at)
  await recordLooking({ act: 'sign-in-failed', subjectId: adaId }, at)
  await recordLooking({ act: 'settings-changed', actorId: adaId }, at)
  const counts = await database.auditEntry.groupBy({ by: ['act'], _count: true, orderBy: { act: 'asc' } })
  expect(counts.map(({ act, _count }) => [act, _count])).toEqual([
    ['account-locked', 1],
    ['settings-changed', mostActsOfOne + 1],
    ['sign-in-failed', mostActsOfOne],
    ['signed-in', mostActsOfOne],
    ['token-made', 1],
  ])
})

test('of two admins who lock each other at the same moment one stays', async () => {
  await database.user.update({ where: { id: adaId }, data: { role: 'admin' } })
  const { id: adminId } = await database.user.findFirstOrThrow({ where: { email: admin.email } })
  const answers = await Promise.all([lock(true), lock(true, ada, adminId)])
  const [first, second] = answers.map(({ status }) => status).toSorted()
  expect(first).toBe(200)
  expect(second).toBeOneOf([401, 409]) // 401: locked before it was asked who asks
  expect(await database.user.count({ where: { role: 'admin', banned: false } })).toBe(1)
})
