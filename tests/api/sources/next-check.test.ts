import { afterAll, beforeAll, expect, test } from 'vitest'
import { GET as listForAdmins } from '#app/api/v1/admin/sources/route.ts'
import { POST as pollNow } from '#app/api/v1/sources/[id]/poll/route.ts'
import { GET as sourcePage } from '#app/api/v1/sources/[id]/route.ts'
import { GET as listSubscriptions } from '#app/api/v1/subscriptions/route.ts'
import type { SourceDetail } from '#lib/api/sources/sources.ts'
import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { addSubscriber, startServerDatabase } from '#tests/support/accounts.ts'
import { callRoute, type Call } from '#tests/support/call-route.ts'
import { addPlannedSources } from '#tests/support/planned-sources.ts'
import type { AdminSourcesPage } from '#lib/api/server/admin-answers.ts'

const minuteMs = 60_000
let database: Database
let stop: () => Promise<void>
let token: string
let id: number

beforeAll(async () => {
  ;({ database, stop } = await startServerDatabase())
  const ada = await addSubscriber(database, { name: 'ada', role: 'admin' })
  token = ada.token
  const facts = [{ name: 'resting', postingsPerDay: 12, subscriberIds: [ada.id] }]
  id = (await addPlannedSources(database, facts, Date.now()))[0] ?? 0
})
afterAll(() => stop())

const params = () => ({ id: String(id) })

async function read<T>(call: Call): Promise<T> {
  const { status, body } = await callRoute(token, call)
  expect(status).toBe(200)
  return body as T
}

test('all pages and "Check now" give one time for the next check, that of a host that has to be left alone', async () => {
  const freeAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 60 * minuteMs)
  await database.source.update({
    where: { id },
    data: { nextPollAt: new Date(Date.now() + 6 * minuteMs), lastPolledAt: new Date() },
  })
  await database.host.updateMany({ data: { nextRequestAt: freeAt } })
  const page = await read<SourceDetail>({ module: { GET: sourcePage }, params: params() })
  const { subscriptions } = await read<{ subscriptions: SubscriptionItem[] }>({
    module: { GET: listSubscriptions },
  })
  const { sources } = await read<AdminSourcesPage>({ module: { GET: listForAdmins } })
  const told = [page.nextPollAt, subscriptions[0]?.nextPollAt, sources[0]?.nextPollAt]
  expect(told).toEqual(Array.from({ length: 3 }, () => freeAt.toISOString()))
  expect(page.nextPollReason).toMatchObject({ code: 'hostNotBefore' })
  const asked = await callRoute(token, { module: { POST: pollNow }, method: 'POST', params: params() })
  expect(asked).toMatchObject({
    status: 429,
    body: { error: { code: 'too_many_requests' } },
  })
  expect(JSON.stringify(asked.body)).toContain(`${freeAt.toISOString().slice(0, 19)}Z`)
})
