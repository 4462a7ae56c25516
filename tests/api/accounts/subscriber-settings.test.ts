import { beforeEach, expect, test } from 'vitest'
import * as settings from '#app/api/v1/me/settings/route.ts'
import { defaultSettings } from '#lib/api/accounts/declared-settings.ts'
import { readSettings, settingsChange } from '#lib/api/accounts/subscriber-settings.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()
let anna: { readonly id: string; readonly token: string }

beforeEach(async () => {
  await database.user.deleteMany()
  anna = await addSubscriber(database, { name: 'anna' })
})

const read = (token: string) => callRoute(token, { module: settings })
const change = (token: string, body: unknown) => callRoute(token, { module: settings, method: 'PATCH', body })

test('what was never set has its default', async () => {
  expect(await read(anna.token)).toEqual({ status: 200, body: defaultSettings })
})

test('the defaults are settings themselves', () => {
  expect(settingsChange.parse(defaultSettings)).toEqual(defaultSettings)
})

test("a change is answered, kept, and changes nothing else and nobody else's", async () => {
  const berta = await addSubscriber(database, { name: 'berta' })
  const changed = { ...defaultSettings, density: 'compact' }
  expect(await change(anna.token, { density: 'compact' })).toEqual({ status: 200, body: changed })
  expect(await change(anna.token, {})).toEqual({ status: 200, body: changed })
  expect((await read(anna.token)).body).toEqual(changed)
  expect((await read(berta.token)).body).toEqual(defaultSettings)
})

test('that the first find was said is kept beside the other settings', async () => {
  await change(anna.token, { density: 'compact' })
  const said = { ...defaultSettings, density: 'compact', isFirstFindSaid: true }
  expect(await change(anna.token, { isFirstFindSaid: true })).toEqual({ status: 200, body: said })
  expect((await read(anna.token)).body).toEqual(said)
})

test('two windows that change different settings at once both do', async () => {
  await database.userSettings.create({ data: { userId: anna.id, values: { theirs: 1 } } })
  await Promise.all([change(anna.token, { density: 'compact' }), change(anna.token, {})])
  const { values } = await database.userSettings.findUniqueOrThrow({ where: { userId: anna.id } })
  expect(values).toEqual({ theirs: 1, density: 'compact' })
})

test('swipes are kept each for itself', async () => {
  await change(anna.token, { swipeLeft: 'star' })
  expect((await change(anna.token, { swipeRight: 'none' })).body).toMatchObject({
    swipeLeft: 'star',
    swipeRight: 'none',
  })
})

test.each([[{ density: 'none' }], [{ swipeLeft: 'delete' }], [{ unknown: 1 }], [[]], ['text'], [null]])(
  '%j is refused and changes nothing',
  async (body) => {
    expect(await change(anna.token, body)).toMatchObject({ status: 400, body: { error: {} } })
    expect((await read(anna.token)).body).toEqual(defaultSettings)
  },
)

test.each([[null], [7], [{ density: 'gone', other: 1 }]])(
  'of %j, stored by another version, what is not known has its default',
  (stored) => {
    expect(readSettings(stored)).toEqual(defaultSettings)
  },
)
