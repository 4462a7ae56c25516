import { beforeAll, expect, test } from 'vitest'
import * as me from '#app/api/v1/me/route.ts'
import * as user from '#app/api/v1/admin/users/[id]/route.ts'
import * as users from '#app/api/v1/admin/users/route.ts'
import { deletedReason } from '#lib/store/accounts/credentials-epoch.ts'
import { listAccounts } from '#lib/store/accounts/accounts.ts'
import { verifyDatabase } from '#lib/store/server/verify.ts'
import { deleteAccount } from '#lib/store/subscriptions/delete-account.ts'
import { removeDeletedAccounts } from '#lib/store/subscriptions/remove-account.ts'
import { addSubscriber, cookiesOf, goodPassword, postAuth, publicUrl } from '#tests/support/world/accounts.ts'
import { beforeStatement } from '#tests/support/measure/before-statement.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { isWaitedFor } from '#tests/support/measure/lock-waits.ts'
import { until } from '#tests/support/measure/until.ts'
import { broughtItem, importFile } from '#tests/support/world/moving.ts'
import { addPostings, addSubscription } from '#tests/support/world/reading.ts'
import { listenForNotifications } from '#tests/support/servers/notifications.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database, url } = await serverDatabaseOfFile()
let admin: { readonly id: string; readonly token: string; readonly cookie: string }

beforeAll(async () => {
  admin = await signUp('boss')
  await database.user.update({ where: { id: admin.id }, data: { role: 'admin' } })
})

async function signUp(name: string) {
  const body = { name, email: `${name}@example.org`, password: goodPassword }
  const cookie = cookiesOf(await postAuth('/sign-up/email', body))
  const { id } = await database.user.findUniqueOrThrow({ where: { email: body.email } })
  return { id, cookie, token: '' }
}

/** Deletes an account while somebody holds its first source, and looks at what is there then. `end`: ends what waits for that source. */
async function whileRemoved(
  id: string,
  sourceId: number,
  look: () => Promise<void>,
  end: () => Promise<unknown> = () => Promise.resolve(),
): Promise<void> {
  let removing: Promise<unknown> = Promise.resolve()
  await database.$transaction(
    async (polls) => {
      await polls.$queryRaw`SELECT 1 FROM "source" WHERE "id" = ${sourceId} FOR UPDATE`
      removing = deleteAccount(database, id, null)
      removing.catch(() => undefined) // looked at below
      await until('the removal waits for the source', () => isWaitedFor(database))
      await look()
      await end()
    },
    { timeout: 60_000 },
  )
  await removing
}

async function listed(): Promise<string[]> {
  const headers = { cookie: admin.cookie, origin: publicUrl, host: 'localhost:3000' }
  const request = new Request(`${publicUrl}/api/v1/admin/users`, { headers })
  const answer = await users.GET(request, { params: Promise.resolve({}) })
  return ((await answer.json()) as { users: { id: string }[] }).users.map(({ id }) => id)
}

/** The status of an admin's request about an account. */
async function asked(method: 'PATCH' | 'DELETE', id: string, body: object): Promise<number> {
  const headers = {
    cookie: admin.cookie,
    origin: publicUrl,
    host: 'localhost:3000',
    'content-type': 'application/json',
  }
  const request = new Request(`${publicUrl}/api/v1/admin/users/${id}`, {
    method,
    headers,
    body: JSON.stringify(body),
  })
  return (await user[method](request, { params: Promise.resolve({ id }) })).status
}

/** Those of postings and of subscribers: nothing was polled here. */
async function brokenPromises(): Promise<unknown[]> {
  const verified = await verifyDatabase(database, { now: Date.now(), speed: 1 })
  return verified.filter(({ broken }) => broken > 0)
}

test('an account that is being removed is nobody’s: no way leads into it, no list has it, and its address is free', async () => {
  const leaving = await signUp('leaving')
  const { sourceId } = await addSubscription(database, leaving.id, 'leaving')
  await whileRemoved(leaving.id, sourceId, async () => {
    const entered = await postAuth('/sign-in/email', {
      email: 'leaving@example.org',
      password: goodPassword,
    })
    expect(entered.status).toBe(401)
    const headers = { cookie: leaving.cookie, host: 'localhost:3000' }
    const request = new Request(`${publicUrl}/api/v1/me`, { headers })
    expect((await me.GET(request, { params: Promise.resolve({}) })).status).toBe(401)
    expect(await listed()).not.toContain(leaving.id)
    expect((await listAccounts(database)).map(({ email }) => email)).not.toContain('leaving@example.org')
    expect(await asked('PATCH', leaving.id, { isLocked: false })).toBe(404)
    expect(await asked('PATCH', leaving.id, { maxStoredMb: 5 })).toBe(404)
    expect(await asked('DELETE', leaving.id, {})).toBe(404)
    expect((await signUp('leaving')).id).not.toBe(leaving.id) // with the same address
  })
  expect(await database.user.count({ where: { id: leaving.id } })).toBe(0)
  expect(await database.user.count({ where: { email: 'leaving@example.org' } })).toBe(1)
})

test('a removal whose process dies is finished by an aggregator, in as many pieces as it takes', async () => {
  const { id, token } = await addSubscriber(database, { name: 'collector' })
  const { sourceId } = await addSubscription(database, id, 'collected')
  const other = await addSubscriber(database, { name: 'other' })
  await addSubscription(database, other.id, 'collected')
  await importFile(token, JSON.stringify({ items: [broughtItem] }))
  const archive = await database.source.findFirstOrThrow({ where: { archiveOwnerId: id } })
  const brought = await addPostings(
    database,
    archive.id,
    Array.from({ length: 1_200 }, () => ({})),
  )
  const starredAt = new Date()
  await database.postingState.createMany({
    data: brought.map((postingId) => ({ subscriberId: id, postingId, sourceId: archive.id, starredAt })),
  })
  const [told = 0n] = await addPostings(database, sourceId, [{}])
  const story = { in: [told, brought[0] ?? 0n] }
  await database.posting.updateMany({ where: { id: story }, data: { clusterId: told } })

  const dying = whileRemoved(
    id,
    sourceId,
    () => Promise.resolve(),
    () => database.$executeRaw`
      SELECT pg_terminate_backend("pid") FROM pg_stat_activity
      WHERE "datname" = current_database() AND "wait_event_type" = 'Lock'`,
  )
  await expect(dying).rejects.toThrow()
  expect(await database.posting.count({ where: { sourceId: archive.id } })).toBe(1_201)
  expect((await callRoute(token, { module: me })).status).toBe(401)
  expect(await brokenPromises()).toEqual([])

  await removeDeletedAccounts(database, AbortSignal.abort()) // ends after its first piece
  expect(await database.user.count({ where: { id } })).toBe(1)
  await removeDeletedAccounts(database)
  expect(await database.user.count({ where: { id } })).toBe(0)
  expect(await database.posting.count({ where: { sourceId: archive.id } })).toBe(0)
  expect(await database.postingState.count({ where: { subscriberId: id } })).toBe(0)
  // The story has one teller left, so it is none.
  expect(await database.posting.findUniqueOrThrow({ where: { id: told } })).toMatchObject({ clusterId: null })
  expect(await brokenPromises()).toEqual([])
})

test('feeds are planned anew for those who read them still, whoever removes the account', async () => {
  const { id } = await addSubscriber(database, { name: 'wishing' })
  const { sourceId } = await addSubscription(database, id, 'wished-for')
  const other = await addSubscriber(database, { name: 'staying' })
  await addSubscription(database, other.id, 'wished-for')
  await database.user.update({ where: { id }, data: { banned: true, banReason: deletedReason } })
  const told = await listenForNotifications(url)
  await removeDeletedAccounts(database)
  let plan = await told.next()
  while (plan?.type !== 'plan') plan = await told.next()
  expect(plan.sourceIds).toEqual([sourceId])
  await told.stop()
})

test('a feed that a request under way adds to an account that is being removed is not polled for nobody', async () => {
  const { id } = await addSubscriber(database, { name: 'late' })
  let sourceId = 0
  const added = beforeStatement(database, /DELETE FROM "integration_send"/, async () => {
    ;({ sourceId } = await addSubscription(database, id, 'added-late'))
  })
  expect(await deleteAccount(database, id, null)).toBe('deleted')
  await added.done()
  expect(await database.user.count({ where: { id } })).toBe(0)
  expect(await database.source.findUniqueOrThrow({ where: { id: sourceId } })).toMatchObject({
    nextPollAt: null,
  })
})

test('articles that an import under way brings to an account that is being removed leave no story with one teller', async () => {
  const { id } = await addSubscriber(database, { name: 'late-import' })
  const { id: other } = await addSubscriber(database, { name: 'stays' })
  const { sourceId } = await addSubscription(database, other, 'told-by-others')
  const [told = 0n] = await addPostings(database, sourceId, [{}])
  const added = beforeStatement(database, /DELETE FROM "integration_send"/, async () => {
    const url = `skylark-archive:${id}/late`
    const { id: archiveId } = await database.source.create({
      data: {
        url,
        nextPollAt: null,
        archiveOwner: { connect: { id } },
        host: { create: { name: 'late-import.example' } },
      },
    })
    const brought = await addPostings(database, archiveId, [{}])
    await database.posting.updateMany({
      where: { id: { in: [told, ...brought] } },
      data: { clusterId: told },
    })
  })
  expect(await deleteAccount(database, id, null)).toBe('deleted')
  await added.done()
  expect(await database.source.count({ where: { archiveOwnerId: id } })).toBe(0)
  expect(await database.posting.findUniqueOrThrow({ where: { id: told } })).toMatchObject({ clusterId: null })
  expect(await brokenPromises()).toEqual([])
})
