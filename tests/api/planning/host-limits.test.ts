import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as host from '#app/api/v1/admin/hosts/[host]/route.ts'
import * as hosts from '#app/api/v1/admin/hosts/route.ts'
import type { PublisherLimitItem } from '#lib/api/server/hosts.ts'
import * as revert from '#app/api/v1/admin/audit/[id]/revert/route.ts'
import { changeHostWithin } from '#lib/store/hosts/change-host.ts'
import { subscribe } from '#lib/store/subscriptions/subscriptions.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { isWaitedFor } from '#tests/support/measure/lock-waits.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()
let admin: { readonly id: string; readonly token: string }

beforeAll(async () => {
  admin = await addSubscriber(database, { name: 'admin', role: 'admin' })
})
beforeEach(async () => {
  await database.$executeRaw`TRUNCATE "host_wish", "host", "robots_file" CASCADE`
})

const post = (body: unknown) => callRoute(admin.token, { module: hosts, method: 'POST', body })
const list = async () =>
  (await callRoute(admin.token, { module: hosts })).body['wishes'] as readonly PublisherLimitItem[]

describe('the list of limits', () => {
  test('comes with what is shipped, each with where it is written', async () => {
    const limits = await list()
    expect(limits.length).toBeGreaterThan(0)
    for (const limit of limits) {
      expect(limit).toMatchObject({ isShipped: true, isEdited: false, isOptedOut: false, sources: 0 })
      expect(limit.evidence).toMatch(/^https:\/\//)
    }
  })

  test('takes a domain or any address there, and counts its sources', async () => {
    await subscribe(database, admin.id, { url: 'https://blog.example.org/feed', hostName: 'example.org' }, 0)
    const made = await post({
      host: ' https://Blog.Example.org/x ',
      leastIntervalMs: 3_600_000,
      evidence: 'mail',
    })
    expect(made.status).toBe(200)
    expect((await list()).find((limit) => limit.host === 'example.org')).toEqual({
      host: 'example.org',
      leastIntervalMs: 3_600_000,
      requestsPerHour: null,
      isOptedOut: false,
      evidence: 'mail',
      isShipped: false,
      isEdited: true,
      sources: 1,
    })
  })

  const remove = (name: string) =>
    callRoute(admin.token, { module: host, method: 'DELETE', params: { host: name } })

  test('has nothing to give back of what is no host', async () => {
    for (const name of ['{"%":null}', '%', '%C3', 'no host']) expect((await remove(name)).status).toBe(404)
  })

  test('gives a word back: one of our own is gone, a shipped one as it was', async () => {
    await list()
    await post({ host: 'arxiv.org' }) // switched off
    await post({ host: 'example.org', isOptedOut: true })
    expect((await list()).find((limit) => limit.host === 'arxiv.org')).toMatchObject({
      requestsPerHour: null,
      isEdited: true,
    })
    for (const name of ['arxiv.org', 'example.org']) expect((await remove(name)).status).toBe(204)
    expect((await remove('example.org')).status).toBe(404)
    const limits = await list()
    expect(limits.map((limit) => limit.host)).not.toContain('example.org')
    expect(limits.find((limit) => limit.host === 'arxiv.org')).toMatchObject({
      requestsPerHour: 1_200,
      isEdited: false,
    })
  })

  test.each([
    [{ host: '' }, 'host'],
    [{ host: 'no host' }, 'host'],
    [{ host: 'example.org' }, 'host'],
    [{ host: 'example.org', leastIntervalMs: 1_000 }, 'leastIntervalMs'],
    [{ host: 'example.org', leastIntervalMs: 1e12 }, 'leastIntervalMs'],
    [{ host: 'example.org', requestsPerHour: 0 }, 'requestsPerHour'],
    [{ host: 'example.org', requestsPerHour: 'many' }, 'requestsPerHour'],
    [{ host: 'example.org', isOptedOut: true, evidence: 'x'.repeat(301) }, 'evidence'],
  ])('refuses %j', async (body, field) => {
    expect(await post(body)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input', field } },
    })
  })
})

test('of two who speak of a host first at the same time, the later logs the word of the earlier, to which it goes back', async () => {
  const limit = { host: 'example.org', leastIntervalMs: null, requestsPerHour: null }
  const optOut = { ...limit, isOptedOut: true, evidence: 'a letter' }
  const by = { actorId: admin.id, address: null, at: new Date(), hold: () => Promise.resolve() }
  let later: ReturnType<typeof post> | null = null
  await database.$transaction(
    async (transaction) => {
      await changeHostWithin(transaction, { host: limit.host, limit: optOut }, by)
      later = post({ host: limit.host, leastIntervalMs: 3_600_000 })
      await expect.poll(() => isWaitedFor(database), { timeout: 30_000 }).toBe(true)
    },
    { timeout: 60_000 },
  )
  expect(await later).toMatchObject({ status: 200 })
  const entries = await database.auditEntry.findMany({
    where: { act: 'host-wish-changed', detail: limit.host },
    orderBy: { id: 'desc' },
    take: 2,
  })
  const [second, first] = entries
  expect(first?.change).toMatchObject({ before: null, after: { isOptedOut: true } })
  expect(second?.change).toMatchObject({
    before: { isOptedOut: true },
    after: { leastIntervalMs: 3_600_000 },
  })
  const takeBack = (entry: typeof first) =>
    callRoute(admin.token, {
      module: revert,
      method: 'POST',
      params: { id: String(entry?.id) },
      body: {},
    })
  expect((await takeBack(first)).status).toBe(409)
  expect((await takeBack(second)).status).toBe(200)
  expect((await list()).find(({ host }) => host === limit.host)).toMatchObject(optOut)
})
