import { afterAll, beforeAll, expect, test } from 'vitest'
import * as digests from '#app/api/v1/digests/route.ts'
import * as digest from '#app/api/v1/digests/[id]/route.ts'
import { addSubscriber, startServerDatabase } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'

let stop: () => Promise<void>
let reader: { readonly token: string }

beforeAll(async () => {
  const server = await startServerDatabase({ SMTP_URL: 'smtp://127.0.0.1:1' }) // nothing is sent
  stop = server.stop
  reader = await addSubscriber(server.database, { name: 'reader' })
})
afterAll(() => stop())

const body = {
  name: 'Week',
  place: { kind: 'all' },
  rhythm: 'weekly',
  weekday: 4,
  hour: 18,
  zone: 'Europe/Berlin',
}

test('a digest is made, listed, changed and deleted', async () => {
  const made = await callRoute(reader.token, { module: digests, method: 'POST', body })
  expect(made).toMatchObject({
    status: 201,
    body: { ...body, place: { kind: 'all' }, isOn: true, last: null },
  })
  expect((await callRoute(reader.token, { module: digests })).body).toMatchObject({
    digests: [made.body],
    canSend: true,
  })
  const params = { id: String(made.body['id']) }
  const changed = await callRoute(reader.token, {
    module: digest,
    method: 'PATCH',
    params,
    body: { hour: 9 },
  })
  expect(changed.body).toMatchObject({ ...made.body, hour: 9, nextAt: expect.any(String) })
  expect((await callRoute(reader.token, { module: digest, method: 'DELETE', params })).status).toBe(204)
})

test.each([
  ['zone', { zone: 'Moon/Tycho' }],
  ['hour', { hour: 24 }],
  ['place', { place: { kind: 'starred' } }],
  ['place', { place: { kind: 'folder', folderId: 999_999 } }],
])('a digest is not made with a wrong %s', async (field, wrong) => {
  const refused = await callRoute(reader.token, {
    module: digests,
    method: 'POST',
    body: { ...body, ...wrong },
  })
  expect(refused).toMatchObject({ status: 400, body: { error: { field } } })
})
