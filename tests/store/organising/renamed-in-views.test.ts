import { beforeEach, expect, test } from 'vitest'
import { changeFolder, createFolder, deleteFolder } from '#lib/store/organising/folders.ts'
import {
  assignLabel,
  createLabel,
  deleteLabel,
  mergeLabels,
  renameLabel,
} from '#lib/store/organising/labels.ts'
import { mergeFolders } from '#lib/store/organising/merge-folders.ts'
import { changeSubscriptions } from '#lib/store/subscriptions/change-subscriptions.ts'
import { changeView, countViews, createView, listViews } from '#lib/store/lists/views.ts'
import { addReader, addSubscription } from '#tests/support/world/reading.ts'
import { addSearched, indexAll } from '#tests/support/world/searching.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { fileDatabase } from '#tests/support/servers/file-database.ts'

const { database } = await fileDatabase()
let reader: string
let number = 0

beforeEach(async () => {
  number += 1
  reader = await addReader(database, `renamer-${number}`)
})

/** A source with so many unread postings. */
async function source(name: string, folderId: number | null, unread: number) {
  const { subscriptionId, sourceId } = await addSubscription(database, reader, `${name}-${number}`)
  await changeSubscriptions(database, reader, [subscriptionId], { folderId })
  for (let at = 0; at < unread; at += 1) await addSearched(database, sourceId, { title: `Tern ${at}` })
  await indexAll(database)
  return subscriptionId
}

async function folder(name: string, parentId: number | null = null): Promise<number> {
  const made = await createFolder(database, reader, { name, parentId })
  if (typeof made === 'string') throw new Error(made)
  return made.id
}

async function label(name: string, subscriptionIds: number[]): Promise<number> {
  const made = await createLabel(database, reader, name)
  if (typeof made === 'string') throw new Error(made)
  const request = { isOn: true, subscriptionIds, postingIds: [] }
  if (subscriptionIds.length > 0) await assignLabel(database, reader, made.id, request, referenceAt)
  return made.id
}

async function view(query: string): Promise<void> {
  const made = await createView(database, reader, { name: query, query, order: 'newest', layout: null })
  if (typeof made === 'string') throw new Error(made)
}

/** Each view by its first name: how many it finds, and by what. */
async function found(): Promise<Record<string, readonly [number | undefined, string]>> {
  const { counts } = await countViews(database, reader, referenceAt, 60_000)
  const views = await listViews(database, reader)
  return Object.fromEntries(views.map(({ id, name, query }) => [name, [counts[id]?.count, query]]))
}

test('a view of a label finds the same after the label is renamed, or taken into another', async () => {
  const one = await source('one', null, 3)
  const important = await label('Important', [one])
  const other = await label('Other', [])
  await view('label:important tern')
  await renameLabel(database, reader, important, 'Very "urgent"')
  expect(await found()).toEqual({ 'label:important tern': [3, 'label:«Very "urgent"» tern'] })
  expect(await mergeLabels(database, reader, important, other)).toBe(true)
  expect(await found()).toEqual({ 'label:important tern': [3, 'label:Other tern'] })
})

test('a view of a folder finds the same after the folder is renamed, or taken into another', async () => {
  const coast = await folder('Coast')
  const sea = await folder('Sea')
  await source('coast', coast, 2)
  await view('in:coast')
  await changeFolder(database, reader, coast, { name: 'The coast' })
  expect(await found()).toEqual({ 'in:coast': [2, 'in:"The coast"'] })
  await mergeFolders(database, reader, coast, sea)
  expect(await found()).toEqual({ 'in:coast': [2, 'in:Sea'] })
})

test('a name that another folder keeps stands for both', async () => {
  const local = await folder('Local')
  const inner = await folder('Local', await folder('Outer'))
  await source('here', local, 1)
  await source('there', inner, 2)
  await view('in:local')
  await changeFolder(database, reader, inner, { name: 'Far' })
  expect(await found()).toEqual({ 'in:local': [3, '(in:local OR in:Far)'] })
})

test('a view of a source by its own name finds the same after that changes, and after it is taken away', async () => {
  const one = await source('alpha', null, 2)
  await source('beta', null, 1)
  await changeSubscriptions(database, reader, [one], { ownTitle: 'My paper' })
  await view('from:"my paper"')
  await view(`from:alpha-${number}`)
  await changeSubscriptions(database, reader, [one], { ownTitle: 'Daily' })
  const byHost = [2, `from:alpha-${number}`] as const
  expect(await found()).toEqual({ 'from:"my paper"': [2, 'from:Daily'], [byHost[1]]: byHost })
  await changeSubscriptions(database, reader, [one], { ownTitle: null })
  expect((await found())['from:"my paper"']?.[0]).toBe(2)
})

test('deleting names the views that lose what they ask for; one whose name another folder has loses nothing', async () => {
  const local = await folder('Local')
  await folder('Local', await folder('Outer'))
  const gone = await folder('Gone')
  const word = await label('Word', [])
  await view('in:gone')
  await view('-label:word')
  await view('in:local')
  expect(await deleteFolder(database, reader, gone)).toEqual({ views: ['in:gone'], alerts: [] })
  expect(await deleteLabel(database, reader, word)).toEqual({ views: ['-label:word'], alerts: [] })
  expect(await deleteFolder(database, reader, local)).toEqual({ views: [], alerts: [] })
  expect(await deleteLabel(database, reader, word)).toBeNull()
})

test('a refused name, and what others have, leave views as they are', async () => {
  const word = await label('Word', [])
  await label('Taken', [])
  await view('label:word')
  expect(await renameLabel(database, reader, word, 'Taken')).toBe('taken')
  const mine = reader
  reader = await addReader(database, `renamer-other-${number}`)
  expect(await renameLabel(database, reader, word, 'Mine')).toBe('not-found')
  await label('Word', [])
  await view('label:word')
  await renameLabel(database, mine, word, 'Mine')
  expect(await found()).toEqual({ 'label:word': [0, 'label:word'] })
  const [changed] = await listViews(database, mine)
  expect(changed?.query).toBe('label:Mine')
  if (changed)
    expect(await changeView(database, mine, changed.id, { query: 'tern' })).toMatchObject({ query: 'tern' })
})
