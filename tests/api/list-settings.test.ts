import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as listSettings from '#app/api/v1/list-settings/route.ts'
import { defaultListSettings, defaultReadingOptions } from '#lib/api/list-defaults.ts'
import type { Database } from '#lib/store/database.ts'
import { addSubscriber, startServerDatabase } from '#tests/support/accounts.ts'
import { callRoute } from '#tests/support/call-route.ts'

let database: Database
let stop: () => Promise<void>
let anna: { readonly id: string; readonly token: string }
let berta: { readonly id: string; readonly token: string }

beforeAll(async () => {
  ;({ database, stop } = await startServerDatabase())
  anna = await addSubscriber(database, { name: 'anna' })
  berta = await addSubscriber(database, { name: 'berta' })
})

afterAll(() => stop())

const change = (body: unknown, token = anna.token) =>
  callRoute(token, { module: listSettings, method: 'PATCH', body })

test('nobody has chosen anything at first', async () => {
  expect((await callRoute(anna.token, { module: listSettings })).body).toEqual(defaultListSettings)
})

test('each list remembers what was chosen for it, other choices and other people stay', async () => {
  await change({ scope: 'folder:7', list: { layout: 'cards', density: 'compact' } })
  await change({ scope: 'folder:7', list: { order: 'weight' } })
  await change({ scope: 'all', list: { show: 'all' } })
  const { body } = await change({ scope: 'folder:7', list: { density: null } })
  expect(body).toEqual({
    lists: { 'folder:7': { layout: 'cards', order: 'weight' }, all: { show: 'all' } },
    options: defaultReadingOptions,
  })
  expect((await callRoute(berta.token, { module: listSettings })).body).toEqual(defaultListSettings)
})

test('options changed in two windows at once are both kept', async () => {
  await Promise.all([
    change({ options: { marksOnScroll: true } }, berta.token),
    change({ options: { keys: { next: ['n'] } } }, berta.token),
    change({ options: { freshMinutes: 45 } }, berta.token),
  ])
  const options = { ...defaultReadingOptions, marksOnScroll: true, keys: { next: ['n'] }, freshMinutes: 45 }
  expect((await callRoute(berta.token, { module: listSettings })).body).toEqual({ lists: {}, options })
})

test('what this version does not know falls back to the default', async () => {
  const row = { subscriberId: berta.id, scope: 'source:3', layout: 'mosaic', order: 'oldest' }
  await database.listSetting.create({ data: row })
  const where = { subscriberId_scope: { subscriberId: berta.id, scope: '*' } }
  const options = { freshMinutes: -4, marksOnScroll: true, keyPreset: 'emacs' }
  await database.listSetting.update({ where, data: { options } })
  expect((await callRoute(berta.token, { module: listSettings })).body).toEqual({
    lists: { 'source:3': { order: 'oldest' } },
    options: { ...defaultReadingOptions, marksOnScroll: true },
  })
})

describe('wrong input is refused', () => {
  const cases: readonly unknown[] = [
    {},
    { scope: 'all' },
    { list: { layout: 'cards' } },
    { scope: 'folder:x', list: {} },
    { scope: 'all', list: { layout: 'mosaic' } },
    { options: { freshMinutes: 1 } },
    { options: { keys: { next: ['a b c'] } } },
    { options: { other: 1 } },
  ]
  test.each(cases.map((body) => [JSON.stringify(body), body] as const))('%s', async (_name, body) => {
    expect(await change(body)).toMatchObject({ status: 400, body: { error: { code: 'invalid_input' } } })
  })
})
