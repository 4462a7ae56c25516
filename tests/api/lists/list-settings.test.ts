import { beforeAll, describe, expect, test } from 'vitest'
import * as listSettings from '#app/api/v1/list-settings/route.ts'
import { defaultListSettings, defaultReadingOptions } from '#lib/api/lists/list-defaults.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()
let anna: { readonly id: string; readonly token: string }
let berta: { readonly id: string; readonly token: string }

beforeAll(async () => {
  anna = await addSubscriber(database, { name: 'anna' })
  berta = await addSubscriber(database, { name: 'berta' })
})

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

test('keys of two acts changed in two windows at once are both kept; none at all is the preset again', async () => {
  const carla = await addSubscriber(database, { name: 'carla' })
  await Promise.all(
    ['next', 'previous'].map((act) => change({ options: { keys: { [act]: ['n'] } } }, carla.token)),
  )
  const keys = { next: ['n'], previous: ['n'] }
  const { body } = await callRoute(carla.token, { module: listSettings })
  expect(body).toMatchObject({ options: { keys } })
  const reset = await change({ options: { keyPreset: 'miniflux', keys: {} } }, carla.token)
  expect(reset.body).toMatchObject({ options: { keyPreset: 'miniflux', keys: {} } })
})

test('a setting waits for no insert that goes on for long', async () => {
  await database.$transaction(async (transaction) => {
    await transaction.label.create({ data: { name: 'Imported', subscriberId: anna.id } })
    expect(await change({ scope: 'starred', list: { layout: 'list' } })).toMatchObject({ status: 200 })
  })
})

test('beyond the most lists, those that are gone make room; else it is refused and nothing is changed', async () => {
  const full = await addSubscriber(database, { name: 'full' })
  const rows = (kind: string, ids: readonly number[]) =>
    ids.map((id) => ({ subscriberId: full.id, scope: `${kind}:${id}`, layout: 'cards' }))
  const names = Array.from({ length: 1999 }, (_, n) => ({ subscriberId: full.id, name: `Label ${n}` }))
  const labels = await database.label.createManyAndReturn({ data: names })
  const data = rows(
    'label',
    labels.map(({ id }) => id),
  )
  await database.listSetting.createMany({ data: [...data, ...rows('folder', [987_654])] })
  const give = (scope: string) =>
    change({ scope, list: { layout: 'list' }, options: { marksOnScroll: true } }, full.token)
  expect(await give('all')).toMatchObject({ status: 200 }) // the folder is gone
  await change({ options: { marksOnScroll: false } }, full.token)
  expect(await give('fresh')).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } })
  expect(await give('all')).toMatchObject({ status: 200 })
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
