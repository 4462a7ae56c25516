import { beforeAll, describe, expect, test } from 'vitest'
import * as events from '#app/api/v1/events/route.ts'
import * as folders from '#app/api/v1/folders/route.ts'
import * as me from '#app/api/v1/me/route.ts'
import * as opml from '#app/api/v1/opml/route.ts'
import * as readingHours from '#app/api/v1/reading-hours/route.ts'
import * as readingSettings from '#app/api/v1/reading-settings/route.ts'
import * as subscriptions from '#app/api/v1/subscriptions/route.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { callsWith, type NamedCall } from '#tests/support/api/foreign-calls.ts'
import { addOneOfEach, everythingOf, type ForeignIds } from '#tests/support/api/foreign-ids.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()
let anna: { readonly id: string; readonly token: string }
let of: ForeignIds

beforeAll(async () => {
  anna = await addSubscriber(database, { name: 'anna' })
  of = await addOneOfEach(database, anna)
})

const others: readonly NamedCall[] = [
  ['GET me', 0, () => ({ module: me })],
  ['GET reading settings', 0, () => ({ module: readingSettings })],
  ['PATCH reading settings', 0, () => ({ module: readingSettings, method: 'PATCH', body: {} })],
  ['GET reading hours', 0, () => ({ module: readingHours })],
  ['PATCH reading hours', 0, () => ({ module: readingHours, method: 'PATCH', body: {} })],
  ['DELETE reading hours', 0, () => ({ module: readingHours, method: 'DELETE' })],
  ['GET events', 0, () => ({ module: events })],
  [
    'POST subscriptions',
    0,
    () => ({ module: subscriptions, method: 'POST', body: { url: 'https://a.example' } }),
  ],
  ['POST folders', 0, () => ({ module: folders, method: 'POST', body: { name: 'x' } })],
  ['POST opml', 0, () => ({ module: opml, method: 'POST', body: {} })],
]

describe('without a valid token every route refuses', () => {
  test.each([...callsWith(() => of), ...others])('%s', async (_name, _status, call) => {
    const before = await everythingOf(database, anna, of)
    for (const token of [null, 'sky_wrong', anna.token.slice(0, -1)]) {
      const answered = await callRoute(token, call())
      expect(answered).toMatchObject({ status: 401, body: { error: { code: 'not_signed_in' } } })
    }
    expect(await everythingOf(database, anna, of)).toEqual(before)
  })
})
