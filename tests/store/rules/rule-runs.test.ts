import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ageWhenDue, setRuleSettings } from '#lib/store/rules/age-postings.ts'
import { readCounts } from '#lib/store/lists/counts.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { createLabel } from '#lib/store/organising/labels.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { listRuns, removeOldRuns, undoRun } from '#lib/store/rules/rule-runs.ts'
import { runRule, testRule } from '#lib/store/rules/try-rule.ts'
import { addReader, addSubscription } from '#tests/support/world/reading.ts'
import { addRule, runAllRules } from '#tests/support/world/ruling.ts'
import { addSearched, addTitles, indexAll, openSearchedWorld } from '#tests/support/world/searching.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

let database: Database
let stop: () => Promise<void>
let reader: string
let times: number
let label: number

const dayMs = 86_400_000

beforeAll(async () => {
  ;({ database, stop, reader, english: times } = await openSearchedWorld())
  const made = await createLabel(database, reader, 'Sea')
  if (typeof made === 'string') throw new Error(made)
  label = made.id
})
beforeEach(async () => {
  await database.rule.deleteMany()
  await database.posting.deleteMany()
  await database.postingState.deleteMany()
  await database.ruleRun.deleteMany()
  await database.ruleSettings.deleteMany()
})
afterAll(() => stop())

const run = (now = referenceAt) => runAllRules(database, now)
const find = (title: string, posting = {}) => addSearched(database, times, { title, ...posting })
const statesOf = (subscriberId = reader) =>
  database.postingState.findMany({
    where: { subscriberId },
    orderBy: { postingId: 'asc' },
    select: { postingId: true, isRead: true, starredAt: true, hiddenAt: true },
  })
const noCounts = { read: 0, star: 0, label: 0, hide: 0, alert: 0, send: 0 }
const lastRun = async () => {
  const [last] = await listRuns(database, reader)
  if (last === undefined) throw new Error('nothing was run')
  return last
}

test('a run says what each rule did, and is taken back as a whole, once', async () => {
  const acts = { read: true, star: true, labelId: label }
  const sea = await addRule(database, reader, { name: 'Sea', query: 'ship', acts })
  const hide = await addRule(database, reader, { name: 'No ads', query: 'advert', acts: { hide: true } })
  const ship = await find('Ship')
  const advert = await find('Ship advert')
  await run()
  const { id, parts } = await lastRun()
  expect(parts).toEqual([
    { ruleId: sea.id, name: 'Sea', counts: { ...noCounts, read: 2, star: 2, label: 2 } },
    { ruleId: hide.id, name: 'No ads', counts: { ...noCounts, hide: 1 } },
  ])
  expect(await undoRun(database, reader, BigInt(id), referenceAt + 1000)).toBe(2)
  const untouched = { isRead: null, starredAt: null, hiddenAt: null }
  expect(await statesOf()).toEqual([ship, advert].map((postingId) => ({ postingId, ...untouched })))
  expect(await database.postingLabel.count()).toBe(0)
  expect(await readCounts(database, reader)).toMatchObject({ all: 2 })
  expect((await lastRun()).undoneAt).not.toBeNull()
  expect(await undoRun(database, reader, BigInt(id), referenceAt + 2000)).toBeNull()
})

test('what the reader did since stays', async () => {
  await addRule(database, reader, { query: 'ship', acts: { star: true, read: true } })
  const kept = await find('Ship')
  const changed = await find('Ship, too')
  await run()
  await changePostings(database, reader, [changed], { isRead: true, isStarred: false }, referenceAt + 10)
  await changePostings(database, reader, [changed], { isStarred: true }, referenceAt + 20)
  await undoRun(database, reader, BigInt((await lastRun()).id), referenceAt + 30)
  expect(await statesOf()).toEqual([
    { postingId: kept, isRead: null, starredAt: null, hiddenAt: null },
    { postingId: changed, isRead: true, starredAt: new Date(referenceAt + 20), hiddenAt: null },
  ])
})

test('nobody takes back what is another one’s', async () => {
  const other = await addReader(database, 'curious')
  await addRule(database, reader, { query: 'ship', acts: { star: true } })
  await find('Ship')
  await run()
  const before = await statesOf()
  expect(await undoRun(database, other, BigInt((await lastRun()).id), referenceAt + 1)).toBeNull()
  expect(await statesOf()).toEqual(before)
  expect(await listRuns(database, other)).toEqual([])
})

test('a run that changed nothing is not told of; old runs go', async () => {
  await addRule(database, reader, { query: 'ship', acts: { read: true } })
  await find('Weather')
  await run()
  expect(await listRuns(database, reader)).toEqual([])
  await find('Ship')
  await run()
  await removeOldRuns(database, referenceAt + 13 * dayMs)
  expect(await listRuns(database, reader)).toHaveLength(1)
  await removeOldRuns(database, referenceAt + 15 * dayMs)
  expect(await listRuns(database, reader)).toEqual([])
  expect(await database.ruleChange.count()).toBe(0)
})

test('a rule is tried on what is there before it is saved, and changes nothing by that', async () => {
  const [first = 0n] = await addTitles(database, times, ['Whale one', 'Tree', 'Whale two'])
  await changePostings(database, reader, [first], { isRead: true }, referenceAt)
  const before = await statesOf()
  const acts = { read: true, star: true, hide: false, alert: true, sendTo: null, labelId: null }
  const request = {
    kind: 'rule',
    query: 'whale',
    scope: 'all',
    folderId: null,
    sourceId: null,
    acts,
  } as const
  const tried = await testRule(database, reader, request, referenceAt)
  expect(tried).toMatchObject({ tested: 3, found: 2, counts: { ...noCounts, read: 1, star: 2, alert: 2 } })
  expect(tried.postings.map(({ title }) => title)).toEqual(['Whale two', 'Whale one'])
  expect(await statesOf()).toEqual(before)
  expect(await database.ruleHit.count()).toBe(0)
})

test('only the latest 1,000 of the scope are looked at, also where others have many more', async () => {
  const { sourceId: rare } = await addSubscription(database, reader, 'rare')
  await addSearched(database, rare, { title: 'Whale of old' })
  const row = (key: number) => ({
    sourceId: times,
    key: `many-${key}`,
    title: 'Whale',
    html: '',
    excerpt: '',
    contentHash: 'h',
    shownAt: new Date(referenceAt),
    foundAt: new Date(referenceAt),
    isInitial: false,
  })
  await database.posting.createMany({ data: Array.from({ length: 9000 }, (_, key) => row(key)) })
  const acts = { read: true, star: false, hide: false, alert: false, sendTo: null, labelId: null }
  const request = {
    kind: 'block',
    query: 'like:whale*',
    scope: 'all',
    folderId: null,
    sourceId: null,
    acts,
  } as const
  expect(await testRule(database, reader, request, referenceAt)).toMatchObject({ tested: 1000, found: 1000 })
  const inRare = { ...request, scope: 'source', sourceId: rare } as const
  expect(await testRule(database, reader, inRare, referenceAt)).toMatchObject({ tested: 1, found: 1 })
})

test('a rule is run over what is there when it is asked for, tells nobody of that, and can be taken back', async () => {
  await addTitles(database, times, ['Whale one', 'Tree', 'Whale two'])
  const acts = { star: true, alert: true }
  const rule = await addRule(database, reader, { name: 'Whales', query: 'whale', isOn: false, acts })
  const result = await runRule(database, reader, rule.id, referenceAt)
  const counts = { ...noCounts, star: 2 }
  expect(result).toMatchObject({ found: 2, run: { kind: 'asked', parts: [{ name: 'Whales', counts }] } })
  expect(await database.ruleHit.count()).toBe(0)
  expect(await runRule(database, reader, rule.id, referenceAt + 1)).toEqual({ found: 2, run: null })
  await undoRun(database, reader, BigInt(result?.run?.id ?? 0), referenceAt + 2)
  expect((await statesOf()).every(({ starredAt }) => starredAt === null)).toBe(true)
})

test('what is too old is marked as read once a day, but for what is kept, and can be taken back', async () => {
  const at = (days: number) => ({ shownAt: referenceAt - days * dayMs })
  const old = await find('Old', at(10))
  const starred = await find('Starred', at(11))
  const young = await find('Young', at(2))
  await indexAll(database)
  await changePostings(database, reader, [starred], { isStarred: true }, referenceAt)
  await setRuleSettings(database, reader, { readAfterDays: 7 })
  const unread = async () => {
    const { all } = await readCounts(database, reader)
    return all
  }
  expect(await unread()).toBe(3)
  await ageWhenDue(database, referenceAt)
  expect(await unread()).toBe(2)
  const isRead = async (id: bigint) =>
    (
      await database.$queryRaw<{ read: boolean }[]>`
      SELECT coalesce(t."isRead", p."id" <= u."readThrough") AS "read" FROM "posting" p
      JOIN "subscription" u ON u."sourceId" = p."sourceId" AND u."subscriberId" = ${reader}
      LEFT JOIN "posting_state" t ON t."postingId" = p."id" AND t."subscriberId" = ${reader}
      WHERE p."id" = ${id}`
    )[0]?.read
  expect([await isRead(old), await isRead(starred), await isRead(young)]).toEqual([true, false, false])
  await find('Also old', at(9))
  await ageWhenDue(database, referenceAt + dayMs / 2)
  expect(await unread()).toBe(3)
  await undoRun(database, reader, BigInt((await lastRun()).id), referenceAt + dayMs / 2)
  expect(await unread()).toBe(4)
})

test('of runs that are asked for again and again the latest fifty are kept, and those over new postings stay', async () => {
  const rule = await addRule(database, reader, { query: 'ship', acts: { read: true } })
  const posting = await find('Ship')
  await run()
  for (let at = 1; at <= 52; at += 1) {
    await changePostings(database, reader, [posting], { isRead: false }, referenceAt + 10 * at)
    await runRule(database, reader, rule.id, referenceAt + 10 * at + 5)
  }
  expect(await database.ruleRun.count({ where: { kind: 'asked' } })).toBe(50)
  expect(await database.ruleRun.count({ where: { kind: 'found' } })).toBe(1)
  expect(await database.ruleChange.count()).toBe(51)
  expect(await undoRun(database, reader, BigInt((await lastRun()).id), referenceAt + 1000)).toBe(1)
})

test('for an account that keeps as much as it may rules put no label on, and do the rest', async () => {
  await database.user.update({ where: { id: reader }, data: { maxStoredMb: 0 } })
  const both = await addRule(database, reader, { query: 'ship', acts: { star: true, labelId: label } })
  const ship = await find('Ship')
  await run()
  await runRule(database, reader, both.id, referenceAt + 10)
  await database.user.update({ where: { id: reader }, data: { maxStoredMb: null } })
  expect(await database.postingLabel.count()).toBe(0)
  expect(await statesOf()).toMatchObject([{ postingId: ship, starredAt: new Date(referenceAt) }])
  await runRule(database, reader, both.id, referenceAt + 20)
  expect(await database.postingLabel.count()).toBe(1)
})

test('however many rules find an article, it is told of once, sent once by each service, and gets fifty labels', async () => {
  const labels = Array.from({ length: 60 }, (_, n) => ({ name: `Ship ${n}`, subscriberId: reader }))
  const made = await database.label.createManyAndReturn({ data: labels, select: { id: true } })
  const service = { kind: 'linkding', name: 'Links', config: {}, secretSealed: '', host: 'links.example' }
  const { id: sendTo } = await database.integration.create({
    data: { ...service, createdAt: new Date(referenceAt), subscriberId: reader },
  })
  for (const { id: labelId } of made)
    await addRule(database, reader, { query: 'ship', acts: { labelId, alert: true, sendTo } })
  const ship = await find('Ship')
  await run()
  const hits = await database.ruleHit.findMany({ orderBy: { kind: 'asc' } })
  expect(hits.map(({ kind, postingId }) => [kind, postingId])).toEqual([
    ['alert', ship],
    ['send', ship],
  ])
  const where = { postingId: ship }
  expect([await database.ruleChange.count({ where }), await database.postingLabel.count({ where })]).toEqual([
    50, 50,
  ])
  const { parts } = await lastRun()
  expect(parts).toHaveLength(50)
  expect(parts[0]?.counts).toEqual({ ...noCounts, label: 1, alert: 1, send: 1 })
  expect(parts[1]?.counts).toEqual({ ...noCounts, label: 1 })
  await database.integration.delete({ where: { id: sendTo } })
  await database.label.deleteMany({ where: { id: { not: label } } })
})

test('the last fifty times that old articles were marked as read are kept, however often somebody asks for it', async () => {
  const old = await find('Old', { shownAt: referenceAt - 10 * dayMs })
  for (let times = 0; times < 53; times++) {
    await changePostings(database, reader, [old], { isRead: false }, referenceAt + times)
    await setRuleSettings(database, reader, { readAfterDays: 7 }) // as if it were set anew
    await ageWhenDue(database, referenceAt + times)
  }
  expect(await listRuns(database, reader)).toHaveLength(50)
  expect(await database.ruleRun.count()).toBe(50)
})

test('runs over new articles are remembered for edits, and told of as long as the list has them', async () => {
  await addRule(database, reader, { query: 'ship', acts: { star: true } })
  for (let times = 0; times < 52; times++) {
    await find(`Ship ${times}`)
    await run(referenceAt + times)
  }
  const runs = await listRuns(database, reader)
  expect(runs).toHaveLength(50)
  expect(runs.every(({ parts }) => parts.length === 1)).toBe(true)
  expect(await database.ruleRun.count({ where: { parts: { equals: [] } } })).toBe(2)
  expect(await database.ruleChange.count()).toBe(52)
})
