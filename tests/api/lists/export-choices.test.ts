import { expect, test } from 'vitest'
import { defaultReadingOptions } from '#lib/api/lists/list-defaults.ts'
import type { ListSetting } from '#lib/api/lists/list-settings.ts'
import { createFolder } from '#lib/store/organising/folders.ts'
import { changeListSettings, readListSettings } from '#lib/store/ground/list-settings.ts'
import { findMediaPositions, storeMediaPosition } from '#lib/store/postings/media-positions.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { arrive, exportAccount, importFile, subscribeTo } from '#tests/support/world/moving.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()

const sound = 'https://sounds.example/1.mp3'

/** The choices by which an account reads, without the subscriptions that go with them. */
function choicesOf(text: string) {
  const { settings, positions, splits } = JSON.parse(text) as Record<string, Record<string, unknown>>
  return { lists: settings?.['lists'] as { of: string; name: string[] }[], positions, splits }
}

async function subscriber(name: string) {
  const { id, token } = await addSubscriber(database, { name })
  return { id, token }
}

test('how lists are shown, how far sounds were heard and stories apart move to another account', async () => {
  const one = await subscriber('one')
  const two = await subscriber('two')
  await createFolder(database, two.id, { name: 'Of my own' }) // ids of the two differ
  const sourceId = await subscribeTo(database, one.id, 'https://sounds.example/feed')
  await arrive(database, sourceId, { guid: 'first', title: 'First' }, { guid: 'second', title: 'Second' })
  const [first, second] = await database.posting.findMany({ where: { sourceId }, orderBy: { id: 'asc' } })
  if (first === undefined || second === undefined) throw new Error('no postings')
  await database.posting.update({
    where: { id: first.id },
    data: { enclosures: [{ url: sound, type: 'audio/mpeg', length: null }] },
  })
  const heard = { url: sound, positionMs: 61_000, durationMs: 90_000 }
  expect(await storeMediaPosition(database, one.id, first.id, heard, referenceAt)).toBe(true)
  await database.storySplit.create({ data: { subscriberId: one.id, postingId: second.id } })
  const outer = await createFolder(database, one.id, { name: 'Outer' })
  if (typeof outer === 'string') throw new Error(outer)
  const inner = await createFolder(database, one.id, { name: 'In: it', parentId: outer.id })
  if (typeof inner === 'string') throw new Error(inner)
  const label = await database.label.create({ data: { name: 'Tide', subscriberId: one.id } })
  const view = await database.view.create({
    data: { name: 'Rain', query: 'rain', order: 'newest', position: 0, subscriberId: one.id },
  })
  const looks = {
    [`folder:${inner.id}`]: { layout: 'cards' },
    [`source:${sourceId}`]: { order: 'oldest' },
    [`label:${label.id}`]: { density: 'roomy' },
    [`view:${view.id}`]: { layout: 'list' },
    all: { show: 'all' },
    '*': { layout: 'expanded' },
    'folder:999999': { layout: 'list' },
  } satisfies Record<string, ListSetting>
  for (const [scope, list] of Object.entries(looks))
    await changeListSettings(database, one.id, { scope, list })
  const options = { ...defaultReadingOptions, marksOnScroll: true, keys: { star: ['x'] } }
  await changeListSettings(database, one.id, { options })

  const written = await exportAccount(one.token)
  const choices = choicesOf(written)
  expect(choices.lists.map(({ of, name }) => [of, ...name].join('/'))).toEqual([
    ...['*', 'all', 'folder/Outer/In: it', 'label/Tide', 'source/https://sounds.example/feed', 'view/Rain'],
  ])
  expect(choices).toMatchObject({ positions: [{ positionMs: 61_000 }], splits: [{ key: second.key }] })
  for (const time of ['first', 'second']) {
    expect(await importFile(two.token, written), time).toMatchObject([{ refusal: null }])
    expect(choicesOf(await exportAccount(two.token))).toEqual(choices)
  }
  const lists = await readListSettings(database, two.id)
  expect(lists.options).toEqual(options)
  expect(lists.lists[`source:${sourceId}`]).toEqual({ order: 'oldest' })
  expect(lists.lists).not.toHaveProperty([`folder:${inner.id}`])
  const position = await findMediaPositions(database, two.id, [first.id])
  expect(position(first.id, sound)).toMatchObject({ positionMs: 61_000, durationMs: 90_000 })
})

test('what the account chose itself, heard later, or may not read stays as it is', async () => {
  const three = await subscriber('three')
  const sourceId = await subscribeTo(database, three.id, 'https://films.example/feed')
  const foreignId = await subscribeTo(database, (await subscriber('four')).id, 'https://foreign.example/feed')
  await arrive(database, sourceId, { guid: 'own', title: 'Own' })
  await arrive(database, foreignId, { guid: 'foreign', title: 'Foreign' })
  const own = await database.posting.findFirstOrThrow({ where: { sourceId } })
  const foreign = await database.posting.findFirstOrThrow({ where: { sourceId: foreignId } })
  await changeListSettings(database, three.id, { scope: 'all', list: { layout: 'cards' } })
  const mediaKey = 'a'.repeat(40)
  const later = { mediaKey, positionMs: 5, durationMs: null, updatedAt: new Date(referenceAt) }
  await database.mediaPosition.create({ data: { ...later, subscriberId: three.id, postingId: own.id } })

  const content = JSON.parse(await exportAccount(three.token)) as { settings: object }
  const look = { density: null, order: null, show: null, options: null }
  const lists = [
    { ...look, of: 'all', name: [], layout: 'list' },
    { ...look, of: 'starred', name: [], layout: 'of the future' },
    { ...look, of: 'folder', name: ['Nowhere'], layout: 'list' },
    { ...look, of: 'folder:1', name: [], layout: 'list' },
  ]
  const before = new Date(referenceAt - 1000).toISOString()
  const names = { own: 'https://films.example/feed', foreign: 'https://foreign.example/feed' }
  const earlier = { mediaKey, positionMs: 4, durationMs: 9, updatedAt: before }
  const positions = [
    { feedUrl: names.own, key: own.key, ...earlier },
    { feedUrl: names.foreign, key: foreign.key, ...earlier },
  ]
  const splits = [{ feedUrl: names.foreign, key: foreign.key, createdAt: before }]
  const changed = { ...content, settings: { ...content.settings, lists }, positions, splits }
  expect(await importFile(three.token, JSON.stringify(changed))).toMatchObject([{ refusal: null }])
  expect((await readListSettings(database, three.id)).lists).toEqual({ all: { layout: 'cards' } })
  const kept = await database.mediaPosition.findMany({ where: { subscriberId: three.id } })
  expect(kept).toEqual([expect.objectContaining({ postingId: own.id, positionMs: 5 })])
  expect(await database.storySplit.count({ where: { subscriberId: three.id } })).toBe(0)
})
