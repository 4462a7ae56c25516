import { expect, test } from 'vitest'
import { DELETE } from '#app/api/v1/me/route.ts'
import { serverAuth } from '#lib/auth/sign-in/auth.ts'
import { createToken } from '#lib/auth/identity/tokens.ts'
import { createChannel } from '#lib/store/alerts/alert-channels.ts'
import { changeAlertSettings } from '#lib/store/alerts/alert-settings.ts'
import { createAlert } from '#lib/store/alerts/alerts.ts'
import { enqueueAlerts } from '#lib/store/alerts/enqueue-alerts.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { addSubscriber, cookiesOf, goodPassword, postAuth, publicUrl } from '#tests/support/world/accounts.ts'
import { addOutputs } from '#tests/support/world/outputs.ts'
import { importFile } from '#tests/support/world/moving.ts'
import { addPostings, addSubscription } from '#tests/support/world/reading.ts'
import { addRule } from '#tests/support/world/ruling.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()

async function signUp(name: string): Promise<{ readonly id: string; readonly cookie: string }> {
  const answer = await postAuth('/sign-up/email', {
    name,
    email: `${name}@example.org`,
    password: goodPassword,
  })
  const { user } = (await answer.json()) as { user: { id: string } }
  return { id: user.id, cookie: cookiesOf(answer) }
}

function leave(headers: Record<string, string>, body: object): Promise<Response> {
  const request = new Request(`${publicUrl}/api/v1/me`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json', origin: publicUrl, host: 'localhost:3000', ...headers },
    body: JSON.stringify(body),
  })
  return DELETE(request, { params: Promise.resolve({}) })
}

/** The number of times that an id or address of the account stands in any column of any table. */
async function traces(words: readonly string[]): Promise<Record<string, number>> {
  const tables = await database.$queryRaw<{ name: string }[]>`
    SELECT table_name AS "name" FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`
  const found: Record<string, number> = {}
  for (const { name } of tables) {
    for (const word of words) {
      const [row] = await database.$queryRawUnsafe<{ n: number }[]>(
        `SELECT count(*)::int AS "n" FROM "${name}" t WHERE strpos(t::text, $1) > 0`,
        word,
      )
      if (row !== undefined && row.n > 0) found[name] = (found[name] ?? 0) + row.n
    }
  }
  return found
}

/** Tables that refer to an account, by their foreign keys. */
async function tablesOfAccounts(): Promise<string[]> {
  const rows = await database.$queryRaw<{ name: string }[]>`
    SELECT DISTINCT k.table_name AS "name" FROM information_schema.referential_constraints r
    JOIN information_schema.key_column_usage k ON k.constraint_name = r.constraint_name
    JOIN information_schema.constraint_column_usage c ON c.constraint_name = r.constraint_name
    WHERE c.table_name = 'user' ORDER BY 1`
  return rows.map(({ name }) => name)
}

/** An alert that has told, by a channel. */
async function addAlerts(subscriberId: string, sourceId: number, postingId: bigint): Promise<void> {
  await changeAlertSettings(database, subscriberId, { mostPerHour: 5 })
  const channel = await createChannel(database, subscriberId, {
    kind: 'ntfy',
    name: 'Phone',
    url: 'https://ntfy.example',
    topic: 'phone',
  })
  const channelIds = typeof channel === 'string' ? [] : [channel.id]
  const about = { kind: 'source', sourceId } as const
  await createAlert(database, subscriberId, { name: 'Shared', about, channelIds, isOn: true }, Date.now())
  const asker = { alertId: null, ruleId: null, channelIds }
  const hit = { key: 'p1', kind: 'posting', ...asker, subscriberId, postingId, sourceId } as const
  await database.$transaction((transaction) =>
    enqueueAlerts(transaction, [{ ...hit, foundAt: Date.now() }], Date.now()),
  )
}

test('all of an account goes, what others share stays, and what is left alone is not polled any more', async () => {
  const admin = await signUp('boss')
  const leaving = await signUp('leaving')
  const stays = await addSubscriber(database, { name: 'stays' })
  const { token } = await createToken(database, leaving.id, 'program')
  const alone = await addSubscription(database, leaving.id, 'alone', { folderName: 'Mine' })
  const shared = await addSubscription(database, leaving.id, 'shared')
  await addSubscription(database, stays.id, 'shared')
  const ids = await addPostings(database, shared.sourceId, [{}, {}])
  await changePostings(database, leaving.id, ids, { isStarred: true }, Date.now())
  await changePostings(database, stays.id, ids, { isStarred: true }, Date.now())
  await importFile(
    token,
    JSON.stringify({
      items: [
        {
          title: 'Old',
          categories: ['user/-/state/com.google/starred'],
          origin: { streamId: 'feed/https://old.example/' },
        },
      ],
    }),
  )
  await database.invitation.create({
    data: { secretHash: 'a', expiresAt: new Date(), usedBy: 'leaving@example.org', createdById: admin.id },
  })
  await database.invitation.create({
    data: { secretHash: 'b', expiresAt: new Date(), createdById: leaving.id },
  })
  const view = { name: 'Rain', query: 'rain', subscriberId: leaving.id }
  await database.view.create({ data: view })
  const userId = leaving.id
  await database.secondFactor.create({ data: { userId, secret: 's' } })
  await database.recoveryCode.create({ data: { userId, codeHash: 'c' } })
  await database.passkey.create({
    data: { userId, name: 'Key', credentialId: 'k', publicKey: new Uint8Array([1]) },
  })
  await database.oneTimeSecret.create({
    data: { userId, secretHash: 'h', purpose: 'reset', expiresAt: new Date() },
  })
  await database.userSettings.create({ data: { userId } })
  await database.label.create({ data: { name: 'Kept', subscriberId: userId } })
  await database.keyedAnswer.create({
    data: { subscriberId: userId, key: 'k', asked: '', status: 201, answer: '' },
  })
  await database.listSetting.create({ data: { subscriberId: userId, scope: 'all', layout: 'cards' } })
  await database.readingSettings.create({ data: { subscriberId: userId } })
  await database.readingHours.create({ data: { subscriberId: userId } })
  const [postingId = 0n] = ids
  await database.storySplit.create({ data: { subscriberId: userId, postingId } })
  await database.postingNote.create({
    data: { subscriberId: userId, postingId, text: 'n', updatedAt: new Date() },
  })
  const words = { quote: 'q', before: '', behind: '', createdAt: new Date() }
  await database.postingHighlight.create({ data: { subscriberId: userId, postingId, ...words } })
  await database.mediaPosition.create({
    data: { subscriberId: userId, postingId, mediaKey: 'm', positionMs: 1, updatedAt: new Date() },
  })
  await database.endedSubscription.create({
    data: { id: 1_000_000, endedAt: new Date(), kept: {}, sourceId: shared.sourceId, subscriberId: userId },
  })
  await database.labRun.create({
    data: { state: 'done', request: {}, createdAt: new Date(), requestedById: userId },
  })
  await addOutputs(database, userId)
  const { id: ruleId } = await addRule(database, userId, { query: 'rain', acts: { alert: true } })
  const ruled = { subscriberId: userId, postingId }
  await database.ruleDue.create({ data: { ...ruled, why: 'found' } })
  await database.ruleHit.create({ data: { ...ruled, ruleId, kind: 'alert', at: new Date() } })
  await database.ruleRun.create({
    data: {
      subscriberId: userId,
      kind: 'found',
      at: new Date(),
      parts: [],
      changes: { create: { ruleId, postingId } },
    },
  })
  await database.ruleSettings.create({ data: { subscriberId: userId } })
  await addAlerts(userId, shared.sourceId, postingId)
  const at = new Date()
  const target = { kind: 'linkding', name: 'Links', config: {}, secretSealed: '', host: 'links.example' }
  const send = { url: 'https://example.org/', title: 'x', madeAt: at, dueAt: at, ...ruled }
  await database.integration.create({
    data: { ...target, createdAt: at, subscriberId: userId, sends: { create: send } },
  })
  await database.auditEntry.create({
    data: { at: new Date(), act: 'signed-in', actorId: userId, subjectId: userId },
  })
  const held = Object.keys(await traces([leaving.id, 'leaving@example.org']))
  const unfilled = (await tablesOfAccounts()).filter((table) => !held.includes(table))
  expect(unfilled, 'the test fills all tables').toEqual([])

  const answer = await leave({ cookie: leaving.cookie }, { password: goodPassword })
  expect(answer.status).toBe(204)
  expect(await traces([leaving.id, 'leaving@example.org'])).toEqual({})
  expect(await database.source.findUnique({ where: { id: alone.sourceId } })).toMatchObject({
    nextPollAt: null,
  })
  const kept = await database.source.findUniqueOrThrow({ where: { id: shared.sourceId } })
  expect(kept.nextPollAt).not.toBeNull()
  expect(await database.postingState.count({ where: { subscriberId: stays.id } })).toBe(2)
  expect((await leave({ cookie: leaving.cookie }, { password: goodPassword })).status).toBe(401)
})

test('only who knows the password may go, however recent the sign-in, never a token', async () => {
  const { id, cookie } = await signUp('careful')
  const { token } = await createToken(database, id, 'program')
  expect((await leave({ authorization: `Bearer ${token}` }, { password: goodPassword })).status).toBe(403)
  const wrong = await leave({ cookie }, { password: 'not the password' })
  expect([wrong.status, await wrong.json()]).toMatchObject([403, { error: { field: 'password' } }])
  const without = await leave({ cookie }, {})
  expect([without.status, await without.json()]).toMatchObject([400, { error: { field: 'password' } }])
  expect((await leave({ cookie, 'sec-fetch-site': 'cross-site' }, { password: goodPassword })).status).toBe(
    403,
  )
  for (let attempt = 0; attempt < 10; attempt++) await leave({ cookie }, { password: `guess ${attempt}` })
  expect((await leave({ cookie }, { password: goodPassword })).status).toBe(429)
  await database.rateLimit.deleteMany()
  const account = await database.account.findFirstOrThrow({ where: { userId: id } })
  await database.account.delete({ where: { id: account.id } })
  expect((await leave({ cookie }, { password: goodPassword })).status).toBe(403) // no password is no free pass
  await database.account.create({ data: account })
  expect((await leave({ cookie }, { password: goodPassword })).status).toBe(204)
  expect(await serverAuth().api.getSession({ headers: new Headers({ cookie }) })).toBeNull()
})

test('of two admins who leave at once one stays', async () => {
  await database.user.deleteMany()
  const both = [await signUp('first'), await signUp('second')]
  await database.user.updateMany({ data: { role: 'admin' } })
  const answers = await Promise.all(both.map(({ cookie }) => leave({ cookie }, { password: goodPassword })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
  expect(await database.user.count({ where: { role: 'admin' } })).toBe(1)
})

test('takes nothing from one whose address holds the other', async () => {
  const ann = await signUp('ann')
  const row = { value: 'x', expiresAt: new Date(Date.now() + 60_000) }
  for (const identifier of ['ann@example.org', 'joann@example.org', 'ann@example.org.au'])
    await database.verification.create({ data: { ...row, id: identifier, identifier } })
  expect((await leave({ cookie: ann.cookie }, { password: goodPassword })).status).toBe(204)
  const left = await database.verification.findMany({ orderBy: { id: 'asc' } })
  expect(left.map(({ identifier }) => identifier)).toEqual(['ann@example.org.au', 'joann@example.org'])
})
