import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '#lib/store/database.ts'
import { changeFolder, createFolder, deleteFolder } from '#lib/store/folders.ts'
import { createLabel, mergeLabels } from '#lib/store/labels.ts'
import { mergeFolders } from '#lib/store/merge-folders.ts'
import { listPostings } from '#lib/store/postings.ts'
import { listRules } from '#lib/store/rules.ts'
import { addSubscription } from '#tests/support/reading.ts'
import { addRule, runAllRules } from '#tests/support/ruling.ts'
import { addSearched, indexAll, openSearchedWorld } from '#tests/support/searching.ts'
import { referenceAt } from '#tests/support/test-clock.ts'

let database: Database
let stop: () => Promise<void>
let reader: string
let times: number

beforeAll(async () => {
  ;({ database, stop, reader, english: times } = await openSearchedWorld())
})
beforeEach(async () => {
  await database.rule.deleteMany()
  await database.posting.deleteMany()
  await database.postingState.deleteMany()
  await database.ruleRun.deleteMany()
})
afterAll(() => stop())

const find = (title: string, posting = {}) => addSearched(database, times, { title, ...posting })
const run = (now = referenceAt) => runAllRules(database, now)
const stateOf = (postingId: bigint, subscriberId = reader) =>
  database.postingState.findUnique({ where: { subscriberId_postingId: { subscriberId, postingId } } })
const filter = { show: 'all', starred: false, later: false, order: 'newest' } as const
const shown = async (change = {}) => {
  const request = { after: null, limit: 50, now: referenceAt }
  const { postings } = await listPostings(database, reader, { ...filter, ...change }, request)
  return postings.map(({ title }) => title).toSorted()
}

test('a block list hides what a line of it finds, also before rules that were there; a keep list hides all else of its source', async () => {
  const { sourceId } = await addSubscription(database, reader, 'mixed')
  await addRule(database, reader, { query: 'horoscope', acts: { alert: true } })
  const block = 'horoscope\n\n"win a prize"\nspons*\ntitle:advert\nlike:[Ad] *\n'
  await addRule(database, reader, { kind: 'block', query: block })
  await addRule(database, reader, { kind: 'keep', query: 'science\nfrom:nobody', scope: 'source', sourceId })
  const blocked = ['Your horoscope', 'Win a prize today', 'Sponsored post', 'An advert', '[ad] buy this']
  for (const title of [...blocked, 'Prize for those who win a', 'Bad] weather', 'Plain']) await find(title)
  await addSearched(database, sourceId, { title: 'Science now' })
  await addSearched(database, sourceId, { title: 'Sports now' })
  await run()
  expect(await shown()).toEqual(['Bad] weather', 'Plain', 'Prize for those who win a', 'Science now'])
  expect(await database.ruleHit.count()).toBe(0)
})

test('a rule is about its scope, and about nothing once that is gone; muted sources only where it is for them', async () => {
  const { sourceId: muted, subscriptionId } = await addSubscription(database, reader, 'muted')
  await database.subscription.update({ where: { id: subscriptionId }, data: { isMuted: true } })
  const folder = await createFolder(database, reader, { name: 'Empty' })
  if (typeof folder === 'string') throw new Error(folder)
  const all = await addRule(database, reader, { name: 'all', query: 'fox', acts: { star: true } })
  const inFolder = { scope: 'folder', folderId: folder.id, query: 'fox', acts: { hide: true } } as const
  await addRule(database, reader, inFolder)
  const [heard, unheard] = [await find('Fox'), await addSearched(database, muted, { title: 'Fox' })]
  await run()
  expect(await stateOf(heard)).toMatchObject({ starredAt: expect.any(Date), hiddenAt: null })
  expect(await stateOf(unheard)).toBeNull()
  await database.folder.delete({ where: { id: folder.id } })
  await database.rule.delete({ where: { id: all.id } })
  const later = await find('Fox again')
  await addRule(database, reader, { scope: 'source', sourceId: muted, query: 'fox', acts: { read: true } })
  const own = await addSearched(database, muted, { title: 'Fox again' })
  await run()
  expect(await stateOf(later)).toBeNull()
  expect(await stateOf(own)).toMatchObject({ isRead: true })
})

test('only what may match a rule by its words is due, and whatever it finds is: other forms, exact words, beginnings, lists', async () => {
  const queries = [
    '"red fox"',
    'rabbits',
    'wolv*',
    'bear -brown',
    'title:lynx OR title:otter',
    'haus lang:de',
  ]
  for (const query of queries) await addRule(database, reader, { query, acts: { star: true } })
  await addRule(database, reader, { kind: 'block', query: 'eagle owl\nhares', name: 'list' })
  const matching = [
    'A red fox',
    'The rabbit',
    'Wolves',
    'Bears',
    'Otter',
    'Die Häuser und der Garten, nicht mit',
    'An owl and an eagle',
    'Hare',
  ]
  const due = async (titles: readonly string[]) => {
    await database.ruleDue.deleteMany()
    for (const title of titles) await find(title)
    await indexAll(database)
    return database.ruleDue.count()
  }
  expect(await due(matching)).toBe(matching.length)
  expect(await due(['Fox', 'Eagle', 'Nothing', 'Rabble'])).toBe(0)
  await addRule(database, reader, { query: 'is:unread', acts: { star: true } })
  expect(await due(['Fox', 'Eagle', 'Nothing'])).toBe(3)
})

test('what is renamed is renamed in rules, too, in each line of a list', async () => {
  const folder = await createFolder(database, reader, { name: 'Old name' })
  if (typeof folder === 'string') throw new Error(folder)
  const rule = await addRule(database, reader, { query: 'in:"Old name" elk', acts: { star: true } })
  const list = await addRule(database, reader, { kind: 'block', query: 'in:"Old name" elk\nlike:*in:Old*' })
  await changeFolder(database, reader, folder.id, { name: 'New' })
  const query = async (id: number) => (await database.rule.findUniqueOrThrow({ where: { id } })).query
  expect(await query(rule.id)).toBe('in:New elk')
  expect(await query(list.id)).toBe('in:New elk\nlike:*in:Old*')
})

test('what is taken into another takes its rules along; a rule for what is deleted finds nothing', async () => {
  const folders = [
    await createFolder(database, reader, { name: 'One' }),
    await createFolder(database, reader, { name: 'Two' }),
  ]
  const labels = [await createLabel(database, reader, 'First'), await createLabel(database, reader, 'Second')]
  const [one = 0, two = 0] = folders.map((each) => (typeof each === 'string' ? 0 : each.id))
  const [first = 0, second = 0] = labels.map((each) => (typeof each === 'string' ? 0 : each.id))
  const rule = { query: 'elk', scope: 'folder', folderId: one, acts: { labelId: first } } as const
  await addRule(database, reader, rule)
  await mergeFolders(database, reader, one, two)
  await mergeLabels(database, reader, first, second)
  const moved = { folderId: two, acts: { labelId: second }, trouble: null }
  expect(await listRules(database, reader)).toMatchObject([moved])
  await deleteFolder(database, reader, two)
  expect(await listRules(database, reader)).toMatchObject([{ folderId: null, trouble: 'place-gone' }])
})

test('a posting of many stars and a pattern of many stars are matched in no time', async () => {
  await addRule(database, reader, { kind: 'block', query: `like:${'a*'.repeat(60)}b` })
  await find('a'.repeat(900))
  await indexAll(database)
  const startedAt = performance.now()
  await run()
  expect(performance.now() - startedAt).toBeLessThan(1000)
  expect(await shown()).toHaveLength(1)
})
