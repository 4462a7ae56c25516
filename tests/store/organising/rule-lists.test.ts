import { expect, test } from 'vitest'
import { changeFolder, createFolder, deleteFolder } from '#lib/store/organising/folders.ts'
import { createLabel, mergeLabels } from '#lib/store/organising/labels.ts'
import { mergeFolders } from '#lib/store/organising/merge-folders.ts'
import { listRules } from '#lib/store/rules/rules.ts'
import { addSubscription } from '#tests/support/world/reading.ts'
import { openRuleWorld } from '#tests/support/world/rule-world.ts'
import { addRule } from '#tests/support/world/ruling.ts'
import { addSearched, indexAll } from '#tests/support/world/searching.ts'

const { world, find, run, stateOf, shown } = openRuleWorld()

test('a block list hides what a line of it finds, also before rules that were there; a keep list hides all else of its source', async () => {
  const { sourceId } = await addSubscription(world.database, world.reader, 'mixed')
  await addRule(world.database, world.reader, { query: 'horoscope', acts: { alert: true } })
  const block = 'horoscope\n\n"win a prize"\nspons*\ntitle:advert\nlike:[Ad] *\n'
  await addRule(world.database, world.reader, { kind: 'block', query: block })
  await addRule(world.database, world.reader, {
    kind: 'keep',
    query: 'science\nfrom:nobody',
    scope: 'source',
    sourceId,
  })
  const blocked = ['Your horoscope', 'Win a prize today', 'Sponsored post', 'An advert', '[ad] buy this']
  for (const title of [...blocked, 'Prize for those who win a', 'Bad] weather', 'Plain']) await find(title)
  await addSearched(world.database, sourceId, { title: 'Science now' })
  await addSearched(world.database, sourceId, { title: 'Sports now' })
  await run()
  expect(await shown()).toEqual(['Bad] weather', 'Plain', 'Prize for those who win a', 'Science now'])
  expect(await world.database.ruleHit.count()).toBe(0)
})

test('a rule is about its scope, and about nothing once that is gone; muted sources only where it is for them', async () => {
  const { sourceId: muted, subscriptionId } = await addSubscription(world.database, world.reader, 'muted')
  await world.database.subscription.update({ where: { id: subscriptionId }, data: { isMuted: true } })
  const folder = await createFolder(world.database, world.reader, { name: 'Empty' })
  if (typeof folder === 'string') throw new Error(folder)
  const all = await addRule(world.database, world.reader, { name: 'all', query: 'fox', acts: { star: true } })
  const inFolder = { scope: 'folder', folderId: folder.id, query: 'fox', acts: { hide: true } } as const
  await addRule(world.database, world.reader, inFolder)
  const heard = await find('Fox')
  const unheard = await addSearched(world.database, muted, { title: 'Fox' })
  await run()
  expect(await stateOf(heard)).toMatchObject({ starredAt: expect.any(Date), hiddenAt: null })
  expect(await stateOf(unheard)).toBeNull()
  await world.database.folder.delete({ where: { id: folder.id } })
  await world.database.rule.delete({ where: { id: all.id } })
  const later = await find('Fox again')
  await addRule(world.database, world.reader, {
    scope: 'source',
    sourceId: muted,
    query: 'fox',
    acts: { read: true },
  })
  const own = await addSearched(world.database, muted, { title: 'Fox again' })
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
  for (const query of queries) await addRule(world.database, world.reader, { query, acts: { star: true } })
  await addRule(world.database, world.reader, { kind: 'block', query: 'eagle owl\nhares', name: 'list' })
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
    await world.database.ruleDue.deleteMany()
    for (const title of titles) await find(title)
    await indexAll(world.database)
    return world.database.ruleDue.count()
  }
  expect(await due(matching)).toBe(matching.length)
  expect(await due(['Fox', 'Eagle', 'Nothing', 'Rabble'])).toBe(0)
  await addRule(world.database, world.reader, { query: 'is:unread', acts: { star: true } })
  expect(await due(['Fox', 'Eagle', 'Nothing'])).toBe(3)
})

test('what is renamed is renamed in rules, too, in each line of a list', async () => {
  const folder = await createFolder(world.database, world.reader, { name: 'Old name' })
  if (typeof folder === 'string') throw new Error(folder)
  const rule = await addRule(world.database, world.reader, {
    query: 'in:"Old name" elk',
    acts: { star: true },
  })
  const list = await addRule(world.database, world.reader, {
    kind: 'block',
    query: 'in:"Old name" elk\nlike:*in:Old*',
  })
  await changeFolder(world.database, world.reader, folder.id, { name: 'New' })
  const query = async (id: number) => (await world.database.rule.findUniqueOrThrow({ where: { id } })).query
  expect(await query(rule.id)).toBe('in:New elk')
  expect(await query(list.id)).toBe('in:New elk\nlike:*in:Old*')
})

test('what is taken into another takes its rules along; a rule for what is deleted finds nothing', async () => {
  const folders = [
    await createFolder(world.database, world.reader, { name: 'One' }),
    await createFolder(world.database, world.reader, { name: 'Two' }),
  ]
  const labels = [
    await createLabel(world.database, world.reader, 'First'),
    await createLabel(world.database, world.reader, 'Second'),
  ]
  const [one = 0, two = 0] = folders.map((each) => (typeof each === 'string' ? 0 : each.id))
  const [first = 0, second = 0] = labels.map((each) => (typeof each === 'string' ? 0 : each.id))
  const rule = { query: 'elk', scope: 'folder', folderId: one, acts: { labelId: first } } as const
  await addRule(world.database, world.reader, rule)
  await mergeFolders(world.database, world.reader, one, two)
  await mergeLabels(world.database, world.reader, first, second)
  const moved = { folderId: two, acts: { labelId: second }, trouble: null }
  expect(await listRules(world.database, world.reader)).toMatchObject([moved])
  await deleteFolder(world.database, world.reader, two)
  expect(await listRules(world.database, world.reader)).toMatchObject([
    { folderId: null, trouble: 'place-gone' },
  ])
})

test('a posting of many stars and a pattern of many stars are matched', async () => {
  await addRule(world.database, world.reader, { kind: 'block', query: `like:${'a*'.repeat(60)}b` })
  await find('a'.repeat(900))
  await indexAll(world.database)
  await run() // one try after the other would take longer than this test may
  expect(await shown()).toHaveLength(1)
})
