import { expect, test } from 'vitest'
import { readCounts } from '#lib/store/lists/counts.ts'
import { createLabel } from '#lib/store/organising/labels.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { restoreSubscriptions, unsubscribe } from '#lib/store/subscriptions/unsubscribe.ts'
import { addReader, addSubscription } from '#tests/support/world/reading.ts'
import { openRuleWorld } from '#tests/support/world/rule-world.ts'
import { addRule } from '#tests/support/world/ruling.ts'
import { addSearched, indexAll, titlesFound } from '#tests/support/world/searching.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const { world, find, run, stateOf, shown } = openRuleWorld()

test('a posting is read, starred and labelled as soon as it is found, and others are left alone', async () => {
  const label = await createLabel(world.database, world.reader, 'Politics')
  if (typeof label === 'string') throw new Error(label)
  await addRule(world.database, world.reader, {
    query: 'election',
    acts: { read: true, star: true, labelId: label.id },
  })
  const hit = await find('Elections are near')
  const other = await find('Weather')
  await run()
  expect(await stateOf(hit)).toMatchObject({ isRead: true, starredAt: new Date(referenceAt) })
  expect(await world.database.postingLabel.findMany({ select: { postingId: true, labelId: true } })).toEqual([
    { postingId: hit, labelId: label.id },
  ])
  expect(await stateOf(other)).toBeNull()
  expect(await world.database.ruleDue.count()).toBe(0)
})

test('what is hidden is in no list and no count, but where it is asked for, and comes back when it is marked unread', async () => {
  await addRule(world.database, world.reader, { query: 'gossip', acts: { hide: true } })
  const [hit] = [await find('Gossip of the day'), await find('News')]
  await run()
  expect(await shown()).toEqual(['News'])
  expect(await shown({ sourceId: world.times })).toEqual(['News'])
  expect(await shown({ show: 'unread' })).toEqual(['News'])
  expect(await readCounts(world.database, world.reader)).toMatchObject({
    all: 1,
    bySource: { [world.times]: 1 },
  })
  expect(await titlesFound(world.database, world.reader, 'gossip')).toEqual([])
  expect(await titlesFound(world.database, world.reader, '(gossip OR news) -is:hidden')).toEqual(['News'])
  expect(await titlesFound(world.database, world.reader, 'is:hidden')).toEqual(['Gossip of the day'])
  await changePostings(world.database, world.reader, [hit], { isRead: false }, referenceAt + 1)
  expect(await shown({ show: 'unread' })).toEqual(['Gossip of the day', 'News'])
  expect(await readCounts(world.database, world.reader)).toMatchObject({ all: 2 })
  await changePostings(world.database, world.reader, [hit], { isHidden: true }, referenceAt + 2)
  expect(await shown()).toEqual(['News'])
  expect(await readCounts(world.database, world.reader)).toMatchObject({ all: 1 })
})

test('rules act in their order: one that stops ends with what it found, a later one sees what an earlier one did', async () => {
  await addRule(world.database, world.reader, { query: 'alpha', acts: { star: true }, stops: true })
  await addRule(world.database, world.reader, { query: 'alpha OR beta', acts: { star: true } })
  await addRule(world.database, world.reader, { query: 'is:starred', acts: { hide: true } })
  const alpha = await find('Alpha')
  const beta = await find('Beta')
  const gamma = await find('Gamma')
  await run()
  expect(await stateOf(alpha)).toMatchObject({ starredAt: expect.any(Date), hiddenAt: null })
  expect(await stateOf(beta)).toMatchObject({ starredAt: expect.any(Date), hiddenAt: expect.any(Date) })
  expect(await stateOf(gamma)).toBeNull()
})

test('an alert is handed over once, for news only: not after an edit, not of a first document, not for who subscribes later', async () => {
  const target = { kind: 'wallabag', name: 'Bag', config: {}, secretSealed: '', host: 'bag.example' }
  const { id: sendTo } = await world.database.integration.create({
    data: { ...target, createdAt: new Date(referenceAt), subscriberId: world.reader },
  })
  const rule = await addRule(world.database, world.reader, {
    query: 'quake',
    acts: { alert: true, sendTo, star: true },
  })
  const hit = await find('Quake')
  const old = await find('Quake of long ago', { isInitial: true })
  await run()
  const handed = () =>
    world.database.ruleHit.findMany({ orderBy: { id: 'asc' }, omit: { id: true, at: true } })
  const both = ['alert', 'send'].map((kind) => ({
    kind,
    sendTo: kind === 'send' ? sendTo : null,
    postingId: hit,
    ruleId: rule.id,
    subscriberId: world.reader,
  }))
  expect(await handed()).toEqual(both)
  expect(await stateOf(old)).toMatchObject({ starredAt: expect.any(Date) }) // it was found, and is no news
  const told = await world.database.alertHit.findMany({
    select: { subscriberId: true, ruleId: true, postingId: true },
  })
  expect(told).toEqual([{ subscriberId: world.reader, ruleId: rule.id, postingId: hit }])
  await world.database.posting.updateMany({
    data: { title: 'Quake, updated', editedAt: new Date(referenceAt) },
  })
  await run()
  expect(await handed()).toEqual(both)
  const late = await addReader(world.database, 'late')
  await addRule(world.database, late, { query: 'quake', acts: { alert: true, read: true } })
  await addSubscription(world.database, late, 'times')
  await run()
  expect(await stateOf(hit, late)).toMatchObject({ isRead: true })
  expect((await handed()).filter(({ postingId }) => postingId === hit)).toEqual(both)
})

test('an edit gives a rule another look at what it passed over, and none at what it acted on', async () => {
  await addRule(world.database, world.reader, { query: 'flood', acts: { read: true } })
  const passed = await find('Rain')
  const acted = await find('Flood')
  await run()
  expect(await stateOf(passed)).toBeNull()
  await changePostings(world.database, world.reader, [acted], { isRead: false }, referenceAt + 1)
  for (const id of [passed, acted])
    await world.database.posting.update({ where: { id }, data: { title: 'Flood after all' } })
  await run(referenceAt + 2)
  expect(await stateOf(passed)).toMatchObject({ isRead: true })
  expect(await stateOf(acted)).toMatchObject({ isRead: false })
})

test('what one rule told of no other tells of after an edit', async () => {
  for (const name of ['first', 'second'])
    await addRule(world.database, world.reader, { name, query: 'storm', acts: { alert: true } })
  const posting = await find('Storm')
  await run()
  const hits = () => world.database.ruleHit.findMany({ select: { postingId: true, kind: true } })
  expect(await hits()).toEqual([{ postingId: posting, kind: 'alert' }])
  const runs = await world.database.ruleRun.count()
  await world.database.posting.update({ where: { id: posting }, data: { title: 'Storm, again' } })
  await run(referenceAt + 2)
  expect(await hits()).toEqual([{ postingId: posting, kind: 'alert' }])
  expect(await world.database.ruleRun.count()).toBe(runs)
})

test('the rules of one reader change nothing of another, and one without rules has nothing due', async () => {
  const other = await addReader(world.database, 'other')
  await addSubscription(world.database, other, 'times')
  await addRule(world.database, world.reader, { query: 'owl', acts: { star: true } })
  const hit = await find('Owl')
  await indexAll(world.database)
  expect(await world.database.ruleDue.findMany({ select: { subscriberId: true } })).toEqual([
    { subscriberId: world.reader },
  ])
  await run()
  expect(await stateOf(hit, other)).toBeNull()
})

test('what was found while a source was left goes through the rules when it is taken up again, without telling', async () => {
  const { sourceId, subscriptionId } = await addSubscription(world.database, world.reader, 'left')
  await addRule(world.database, world.reader, { query: 'crane', acts: { star: true, alert: true } })
  await unsubscribe(world.database, world.reader, [subscriptionId], referenceAt)
  const hit = await addSearched(world.database, sourceId, { title: 'Crane' })
  await run()
  expect(await stateOf(hit)).toBeNull()
  await restoreSubscriptions(world.database, world.reader, [subscriptionId], referenceAt + 1000)
  await run()
  expect(await stateOf(hit)).toMatchObject({ starredAt: expect.any(Date) })
  expect(await world.database.ruleHit.count({ where: { postingId: hit } })).toBe(0)
})

test('what is unread for long when a source is taken up again is left as it was by the rules that came since', async () => {
  const { sourceId, subscriptionId } = await addSubscription(world.database, world.reader, 'left longer')
  const old = await addSearched(world.database, sourceId, {
    title: 'Old heron',
    shownAt: referenceAt - 3_600_000,
  })
  await run()
  await addRule(world.database, world.reader, { query: 'heron', acts: { read: true } })
  await unsubscribe(world.database, world.reader, [subscriptionId], referenceAt)
  const hit = await addSearched(world.database, sourceId, { title: 'Heron' })
  await restoreSubscriptions(world.database, world.reader, [subscriptionId], referenceAt + 1000)
  await run()
  expect(await stateOf(old)).toBeNull()
  expect(await stateOf(hit)).toMatchObject({ isRead: true })
})

test.each([1, 5, 10, 500])(
  'a list of %i lines finds what each of them names, and nothing else',
  async (lines) => {
    const spelt = (number: number) => [...`${number}`].map((digit) => 'abcdefghij'[Number(digit)]).join('')
    const names = Array.from({ length: lines }, (_, number) => `election${spelt(number)}`)
    await addRule(world.database, world.reader, { kind: 'block', query: names.join('\n') })
    const [first, last, other] = [
      await find(`On ${names[0]}`),
      await find(`On ${names.at(-1)}`),
      await find('On owls'),
    ]
    await run()
    expect(await stateOf(first)).toMatchObject({ hiddenAt: expect.any(Date) })
    expect(await stateOf(last)).toMatchObject({ hiddenAt: expect.any(Date) })
    expect(await stateOf(other)).toBeNull()
  },
)
