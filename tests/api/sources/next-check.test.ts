import { beforeAll, expect, test } from 'vitest'
import { GET as listForAdmins } from '#app/api/v1/admin/sources/route.ts'
import { POST as pollNow } from '#app/api/v1/sources/[id]/poll/route.ts'
import { GET as sourcePage } from '#app/api/v1/sources/[id]/route.ts'
import { GET as listSubscriptions } from '#app/api/v1/subscriptions/route.ts'
import type { SourceDetail } from '#lib/api/sources/sources.ts'
import type { SubscriptionItem } from '#lib/api/sources/subscriptions.ts'
import { addSubscriber, requestWith } from '#tests/support/world/accounts.ts'
import { readRoute } from '#tests/support/api/call-route.ts'
import { addPlannedSources } from '#tests/support/world/planned-sources.ts'
import type { AdminSourcesPage } from '#lib/api/server/admin.ts'
import { withServerDatabase } from '#tests/support/servers/server-database.ts'

const minuteMs = 60_000
const server = withServerDatabase()
let token: string
let id: number

beforeAll(async () => {
  const ada = await addSubscriber(server.database, { name: 'ada', role: 'admin' })
  token = ada.token
  const facts = [{ name: 'resting', postingsPerDay: 12, subscriberIds: [ada.id] }]
  id = (await addPlannedSources(server.database, facts, Date.now()))[0] ?? 0
})

const params = () => ({ id: String(id) })

test('all pages and "Check now" give one time for the next check, that of a host that has to be left alone', async () => {
  const freeAt = new Date(Math.ceil(Date.now() / 1000) * 1000 + 60 * minuteMs)
  await server.database.source.update({
    where: { id },
    data: { nextPollAt: new Date(Date.now() + 6 * minuteMs), lastPolledAt: new Date() },
  })
  await server.database.host.updateMany({ data: { nextRequestAt: freeAt } })
  const page = await readRoute<SourceDetail>(token, { module: { GET: sourcePage }, params: params() })
  const { subscriptions } = await readRoute<{ subscriptions: SubscriptionItem[] }>(token, {
    module: { GET: listSubscriptions },
  })
  const { sources } = await readRoute<AdminSourcesPage>(token, { module: { GET: listForAdmins } })
  const told = [page.nextPollAt, subscriptions[0]?.nextPollAt, sources[0]?.nextPollAt]
  expect(told).toEqual(Array.from({ length: 3 }, () => freeAt.toISOString()))
  expect(page.nextPollReason).toMatchObject({ code: 'hostNotBefore' })
  const asked = await pollNow(requestWith(token, '/api/v1/route', 'POST'), {
    params: Promise.resolve(params()),
  })
  expect(asked.status).toBe(429)
  expect(await asked.text()).toMatch(/Try again in 1\sh/)
  const saidAt = Date.now() + Number(asked.headers.get('retry-after')) * 1000
  expect(Math.abs(saidAt - freeAt.getTime())).toBeLessThan(minuteMs)
})
