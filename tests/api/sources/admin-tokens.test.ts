import { expect, test } from 'vitest'
import * as alertPreview from '#app/api/v1/alerts/preview/route.ts'
import * as source from '#app/api/v1/sources/[id]/route.ts'
import * as polls from '#app/api/v1/sources/[id]/polls/route.ts'
import * as fast from '#app/api/v1/subscriptions/[id]/fast/route.ts'
import type { Scope } from '#lib/api/accounts/scopes.ts'
import { createToken } from '#lib/auth/identity/tokens.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { callRoute, type Call } from '#tests/support/api/call-route.ts'
import { addPlannedSources } from '#tests/support/world/planned-sources.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()

test('an admin’s token sees the weights of sources, and sources that others read, by the scope of admins alone', async () => {
  const root = await addSubscriber(database, { name: 'root', role: 'admin' })
  const bob = await addSubscriber(database, { name: 'bob' })
  const [own = 0, others = 0] = await addPlannedSources(
    database,
    [
      { name: 'own', postingsPerDay: 1, subscriberIds: [root.id, bob.id] },
      { name: 'others', postingsPerDay: 1, subscriberIds: [bob.id] },
    ],
    Date.now(),
  )
  const subscription = await database.subscription.findFirstOrThrow({
    where: { subscriberId: root.id, sourceId: own },
  })
  const about = { kind: 'source', sourceId: own }
  const seenBy = async (scopes: readonly Scope[]) => {
    const { token } = await createToken(database, root.id, 'tests', scopes)
    const call = async (asked: Call) => callRoute(token, asked)
    const preview = await call({ module: alertPreview, method: 'POST', body: { about } })
    const sped = await call({ module: fast, params: { id: `${subscription.id}` } })
    const detail = await call({ module: source, params: { id: `${own}` } })
    expect([preview.status, sped.status, detail.status]).toEqual([200, 200, 200])
    const weights = [preview.body['weight'], sped.body['weight'], detail.body['weighed']]
    const foreign = [source, polls].map((module) => call({ module, params: { id: `${others}` } }))
    return {
      weights: weights.map((weight) => weight !== null),
      foreign: (await Promise.all(foreign)).map(({ status }) => status),
    }
  }
  expect(await seenBy(['read', 'write'])).toEqual({ weights: [false, false, false], foreign: [404, 404] })
  expect(await seenBy(['read', 'admin'])).toEqual({ weights: [true, true, true], foreign: [200, 200] })
})
