import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readCounts } from '#lib/store/counts.ts'
import type { Database } from '#lib/store/database.ts'
import { createLabel } from '#lib/store/labels.ts'
import { changePostings } from '#lib/store/posting-states.ts'
import { listPostings } from '#lib/store/postings.ts'
import { restoreSubscriptions, unsubscribe } from '#lib/store/unsubscribe.ts'
import { addReader, addSubscription } from '#tests/support/reading.ts'
import { addRule, runAllRules } from '#tests/support/ruling.ts'
import { addSearched, indexAll, openSearchedWorld, titlesFound } from '#tests/support/searching.ts'
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

test('a posting is read, starred and labelled as soon as it is found, and others are left alone', async () => {
  const label = await createLabel(database, reader, 'Politics')
  if (typeof label === 'string') throw new Error(label)
  await addRule(database, reader, {
    query: 'election',
    acts: { read: true, star: true, labelId: label.id },
  })
  const [hit, other] = [await find('Elections are near'), await find('Weather')]
  await run()
  expect(await stateOf(hit)).toMatchObject({ isRead: true, starredAt: new Date(referenceAt) })
  expect(await database.postingLabel.findMany({ select: { postingId: true, labelId: true } })).toEqual([
    { postingId: hit, labelId: label.id },
  ])
  expect(await stateOf(other)).toBeNull()
  expect(await database.ruleDue.count()).toBe(0)
})

test('what is hidden is in no list and no count, but where it is asked for, and comes back when it is marked unread', async () => {
  await addRule(database, reader, { query: 'gossip', acts: { hide: true } })
  const [hit] = [await find('Gossip of the day'), await find('News')]
  await run()
  expect(await shown()).toEqual(['News'])
  expect(await shown({ sourceId: times })).toEqual(['News'])
  expect(await shown({ show: 'unread' })).toEqual(['News'])
  expect(await readCounts(database, reader)).toMatchObject({ all: 1, bySource: { [times]: 1 } })
  expect(await titlesFound(database, reader, 'gossip')).toEqual([])
  expect(await titlesFound(database, reader, '(gossip OR news) -is:hidden')).toEqual(['News'])
  expect(await titlesFound(database, reader, 'is:hidden')).toEqual(['Gossip of the day'])
  await changePostings(database, reader, [hit], { isRead: false }, referenceAt + 1)
  expect(await shown({ show: 'unread' })).toEqual(['Gossip of the day', 'News'])
  expect(await readCounts(database, reader)).toMatchObject({ all: 2 })
  await changePostings(database, reader, [hit], { isHidden: true }, referenceAt + 2)
  expect(await shown()).toEqual(['News'])
  expect(await readCounts(database, reader)).toMatchObject({ all: 1 })
})

test('rules act in their order: one that stops ends with what it found, a later one sees what an earlier one did', async () => {
  await addRule(database, reader, { query: 'alpha', acts: { star: true }, stops: true })
  await addRule(database, reader, { query: 'alpha OR beta', acts: { star: true } })
  await addRule(database, reader, { query: 'is:starred', acts: { hide: true } })
  const [alpha, beta, gamma] = [await find('Alpha'), await find('Beta'), await find('Gamma')]
  await run()
  expect(await stateOf(alpha)).toMatchObject({ starredAt: expect.any(Date), hiddenAt: null })
  expect(await stateOf(beta)).toMatchObject({ starredAt: expect.any(Date), hiddenAt: expect.any(Date) })
  expect(await stateOf(gamma)).toBeNull()
})

test('an alert is handed over once, for news only: not after an edit, not of a first document, not for who subscribes later', async () => {
  const target = { kind: 'wallabag', name: 'Bag', config: {}, secretSealed: '', host: 'bag.example' }
  const { id: sendTo } = await database.integration.create({
    data: { ...target, createdAt: new Date(referenceAt), subscriberId: reader },
  })
  const rule = await addRule(database, reader, { query: 'quake', acts: { alert: true, sendTo, star: true } })
  const hit = await find('Quake')
  const old = await find('Quake of long ago', { isInitial: true })
  await run()
  const handed = () => database.ruleHit.findMany({ orderBy: { id: 'asc' }, omit: { id: true, at: true } })
  const both = ['alert', 'send'].map((kind) => ({
    ...{ kind, sendTo: kind === 'send' ? sendTo : null, postingId: hit },
    ...{ ruleId: rule.id, subscriberId: reader },
  }))
  expect(await handed()).toEqual(both)
  expect(await stateOf(old)).toMatchObject({ starredAt: expect.any(Date) }) // it was found, and is no news
  const told = await database.alertHit.findMany({
    select: { subscriberId: true, ruleId: true, postingId: true },
  })
  expect(told).toEqual([{ subscriberId: reader, ruleId: rule.id, postingId: hit }])
  await database.posting.updateMany({ data: { title: 'Quake, updated', editedAt: new Date(referenceAt) } })
  await run()
  expect(await handed()).toEqual(both)
  const late = await addReader(database, 'late')
  await addRule(database, late, { query: 'quake', acts: { alert: true, read: true } })
  await addSubscription(database, late, 'times')
  await run()
  expect(await stateOf(hit, late)).toMatchObject({ isRead: true })
  expect((await handed()).filter(({ postingId }) => postingId === hit)).toEqual(both)
})

test('an edit gives a rule another look at what it passed over, and none at what it acted on', async () => {
  await addRule(database, reader, { query: 'flood', acts: { read: true } })
  const [passed, acted] = [await find('Rain'), await find('Flood')]
  await run()
  expect(await stateOf(passed)).toBeNull()
  await changePostings(database, reader, [acted], { isRead: false }, referenceAt + 1)
  for (const id of [passed, acted])
    await database.posting.update({ where: { id }, data: { title: 'Flood after all' } })
  await run(referenceAt + 2)
  expect(await stateOf(passed)).toMatchObject({ isRead: true })
  expect(await stateOf(acted)).toMatchObject({ isRead: false })
})

test('the rules of one reader change nothing of another, and one without rules has nothing due', async () => {
  const other = await addReader(database, 'other')
  await addSubscription(database, other, 'times')
  await addRule(database, reader, { query: 'owl', acts: { star: true } })
  const hit = await find('Owl')
  await indexAll(database)
  expect(await database.ruleDue.findMany({ select: { subscriberId: true } })).toEqual([
    { subscriberId: reader },
  ])
  await run()
  expect(await stateOf(hit, other)).toBeNull()
})

test('what was found while a source was left goes through the rules when it is taken up again, without telling', async () => {
  const { sourceId, subscriptionId } = await addSubscription(database, reader, 'left')
  await addRule(database, reader, { query: 'crane', acts: { star: true, alert: true } })
  await unsubscribe(database, reader, [subscriptionId], referenceAt)
  const hit = await addSearched(database, sourceId, { title: 'Crane' })
  await run()
  expect(await stateOf(hit)).toBeNull()
  await restoreSubscriptions(database, reader, [subscriptionId], referenceAt + 1000)
  await run()
  expect(await stateOf(hit)).toMatchObject({ starredAt: expect.any(Date) })
  expect(await database.ruleHit.count({ where: { postingId: hit } })).toBe(0)
})
