import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { normaliseSourceUrl } from '#lib/documents/door/normalise-url.ts'
import { readCounts } from '#lib/store/lists/counts.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { findPosting } from '#lib/store/postings/posting-details.ts'
import { setFirstReadMarks } from '#lib/store/marks/read-marks.ts'
import { listSubscriptions } from '#lib/store/subscriptions/subscription-item.ts'
import { limitsOfSubscribing } from '#lib/store/subscriptions/subscriptions.ts'
import { subscribeToMany } from '#tests/support/world/subscribe-to-many.ts'
import { unsubscribe } from '#lib/store/subscriptions/unsubscribe.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { fileDatabase } from '#tests/support/servers/file-database.ts'

const { database } = await fileDatabase()

const postings = (count: number) => Array.from({ length: count }, () => ({}))

test('the first document leaves its newest thirty postings unread for those who waited for it', async () => {
  const reader = await addReader(database, 'waiting')
  const { sourceId } = await addSubscription(database, reader, 'first-document')
  await addPostings(database, sourceId, postings(45))
  await database.$transaction((transaction) => setFirstReadMarks(transaction, [sourceId]))
  expect((await readCounts(database, reader)).all).toBe(30)
})

test('a new subscription to a known source starts with what its document shows', async () => {
  const first = await addReader(database, 'early')
  const { sourceId } = await addSubscription(database, first, 'known')
  await addPostings(database, sourceId, postings(45))
  await database.source.update({ where: { id: sourceId }, data: { windowSize: 10 } })
  const second = await addReader(database, 'later')
  await addSubscription(database, second, 'known')
  expect((await readCounts(database, second)).all).toBe(10)
  expect((await readCounts(database, first)).all).toBe(45)
})

test('a star outlives its subscription: the posting stays readable until the star goes', async () => {
  const reader = await addReader(database, 'stars')
  const { sourceId, subscriptionId } = await addSubscription(database, reader, 'stars')
  const [starred = 0n, plain = 0n] = await addPostings(database, sourceId, postings(2))
  await changePostings(database, reader, [starred], { isStarred: true }, referenceAt)
  await unsubscribe(database, reader, [subscriptionId], referenceAt)
  expect(await findPosting(database, reader, starred)).toMatchObject({ isStarred: true, isRead: true })
  expect(await findPosting(database, reader, plain)).toBeNull()
  expect(await readCounts(database, reader)).toEqual({
    all: 0,
    starred: 1,
    later: 0,
    bySource: {},
    byFolder: {},
    byLabel: {},
  })
  await changePostings(database, reader, [starred], { isStarred: false }, referenceAt)
  expect(await findPosting(database, reader, starred)).toBeNull()
})

test('postings marked unread do not return with a later subscription', async () => {
  const reader = await addReader(database, 'return')
  const { sourceId, subscriptionId } = await addSubscription(database, reader, 'return')
  const [oldest = 0n] = await addPostings(database, sourceId, postings(40))
  await changePostings(database, reader, [oldest], { isRead: false }, referenceAt)
  await unsubscribe(database, reader, [subscriptionId], referenceAt)
  await addSubscription(database, reader, 'return')
  expect((await readCounts(database, reader)).all).toBe(30)
})

test('counts leave out postings that retention removed', async () => {
  const reader = await addReader(database, 'retention')
  const { sourceId } = await addSubscription(database, reader, 'retention')
  const ids = await addPostings(database, sourceId, postings(4))
  await changePostings(database, reader, ids.slice(0, 2), { isRead: true, isStarred: true }, referenceAt)
  await database.posting.deleteMany({ where: { id: { in: ids.slice(1, 3) } } })
  expect(await readCounts(database, reader)).toMatchObject({ all: 1, starred: 1 })
})

test('subscribing and leaving at the same time never leaves a source with subscribers unpolled', async () => {
  const stayer = await addReader(database, 'stayer')
  const leaver = await addReader(database, 'leaver')
  for (let round = 0; round < 15; round += 1) {
    const name = `race-${round}`
    const { sourceId, subscriptionId } = await addSubscription(database, leaver, name)
    await Promise.all([
      unsubscribe(database, leaver, [subscriptionId], referenceAt),
      addSubscription(database, stayer, name),
    ])
    expect(await database.source.findUniqueOrThrow({ where: { id: sourceId } })).toMatchObject({
      nextPollAt: new Date(referenceAt),
    })
  }
})

test('two imports of the same sources at the same time make each source once', async () => {
  const readers = [await addReader(database, 'import-1'), await addReader(database, 'import-2')]
  const list = Array.from({ length: 300 }, (_, n) => ({
    url: `https://import.example/${n}`,
    hostName: 'import.example',
    folderName: n % 2 === 0 ? 'Even' : null,
  }))
  const orders = [list, [...list].reverse()]
  const results = await Promise.all(
    readers.map((reader, index) => subscribeToMany(database, reader, orders[index] ?? [], referenceAt)),
  )
  for (const result of results)
    expect(result.every((each) => typeof each === 'object' && each.isNew)).toBe(true)
  expect(await database.source.count({ where: { hostName: 'import.example' } })).toBe(300)
  expect(await database.folder.count({ where: { name: 'Even' } })).toBe(2)
})

test('a list that is read in pieces is whole, and by title', async () => {
  const reader = await addReader(database, 'many')
  await database.host.create({ data: { name: 'pieces.example' } })
  const titles = Array.from({ length: 600 }, (_, at) => `Piece ${String((at * 7) % 600).padStart(3, '0')}`)
  const sources = await database.source.createManyAndReturn({
    data: titles.map((title) => ({
      title,
      url: `https://pieces.example/${title.slice(-3)}`,
      hostName: 'pieces.example',
    })),
  })
  await database.subscription.createMany({
    data: sources.map(({ id }) => ({ subscriberId: reader, sourceId: id, readThrough: 0n })),
  })
  const listed = await listSubscriptions(database, reader)
  expect(listed.map(({ title }) => title)).toEqual(titles.toSorted())
})

test('no address that a list may name keeps the others of the list out, however long, and whatever its letters', async () => {
  const reader = await addReader(database, 'long-address')
  const addresses = [3_000, 2_700, 2_478].flatMap((length) => {
    const letters = randomBytes(length).toString('base64url').slice(0, length)
    return normaliseSourceUrl(`https://long.example/${letters}`) ?? []
  })
  const wanted = [...addresses, 'https://long.example/'].map((url) => ({ url, hostName: 'long.example' }))
  const subscribed = await subscribeToMany(database, reader, wanted, referenceAt)
  expect(subscribed.map((each) => typeof each === 'object' && each.isNew)).toEqual([true, true])
})

test('an account brings no more new sources in an hour than it may have, however often it leaves them', async () => {
  const reader = await addReader(database, 'cycle')
  await database.user.update({ where: { id: reader }, data: { maxSubscriptions: 600 } })
  const bring = async (list: number, now: number) => {
    const wanted = Array.from({ length: 600 }, (_, n) => ({
      url: `https://cycle.example/${list}/${n}`,
      hostName: 'cycle.example',
    }))
    const results = await subscribeToMany(database, reader, wanted, now)
    const ids = results.flatMap((each) => (typeof each === 'object' ? [each.subscriptionId] : []))
    expect(results.slice(ids.length)).toEqual(Array(600 - ids.length).fill('too-many-new'))
    await unsubscribe(database, reader, ids, now)
    return ids.length
  }
  const minuteMs = 60_000
  expect(await bring(1, referenceAt)).toBe(600)
  expect(await bring(2, referenceAt + minuteMs)).toBe(400)
  expect(await bring(3, referenceAt + 2 * minuteMs)).toBe(0)
  expect(await bring(1, referenceAt + 3 * minuteMs)).toBe(600)
  expect(await bring(3, referenceAt + 61 * minuteMs)).toBe(600)
  expect(await limitsOfSubscribing(database, reader)).toEqual({ 'no-room': 600, 'too-many-new': 1_000 })
})
