import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#lib/store/database.ts'
import { addSubscriber, startServerDatabase } from '#tests/support/accounts.ts'
import { arrive, fixture, importFile, starTimes, starred, subscribeTo } from '#tests/support/moving.ts'
import { referenceAt } from '#tests/support/test-clock.ts'

let database: Database
let stop: () => Promise<void>

beforeAll(async () => {
  ;({ database, stop } = await startServerDatabase())
})
afterAll(() => stop())

test('a posting that a later poll brings takes over the star, and is there once', async () => {
  const { id, token } = await addSubscriber(database, { name: 'later' })
  const other = await addSubscriber(database, { name: 'other' })
  for (const file of ['freshrss.json', 'feedbin.json']) {
    await importFile(token, fixture(file))
    await importFile(other.token, fixture(file))
  }
  const before = await starTimes(database, id)
  const rivers = await subscribeTo(database, id, 'https://rivers.example/feed')
  const harbour = await subscribeTo(database, id, 'https://harbour.example/feed')
  await arrive(database, rivers, {
    guid: 'https://rivers.example/?p=8',
    url: 'https://rivers.example/other',
    title: 'Other',
  })
  expect(await starred(token)).toHaveLength(3)
  await arrive(database, rivers, {
    guid: 'changed',
    url: 'http://rivers.example/long',
    title: 'The long river, again',
  })
  await arrive(database, harbour, {
    guid: 'h1',
    url: 'https://harbour.example/quiet',
    title: 'A quiet harbour',
  })
  const list = await starred(token)
  expect(list.map((one) => one['sourceId'])).toEqual(expect.arrayContaining([rivers, harbour]))
  expect(list).toHaveLength(3)
  expect(await starTimes(database, id)).toEqual(before)
  const again = await importFile(token, fixture('freshrss.json'))
  expect(again).toMatchObject([{ added: 0, alreadyThere: 1 }])
  // Whoever does not subscribe keeps what they brought of a feed that was not named, and gets the other with the star.
  expect(await starred(other.token)).toHaveLength(3)
  expect(
    await database.postingState.count({ where: { subscriberId: other.id, starredAt: { not: null } } }),
  ).toBe(3)
})

test('what a later poll brings takes over "later" and labels, too', async () => {
  const { id, token } = await addSubscriber(database, { name: 'keeps' })
  const brought = {
    title: 'The deep lake',
    categories: ['user/-/state/com.google/starred'],
    canonical: [{ href: 'https://lakes.example/deep' }],
    origin: { streamId: 'feed/https://lakes.example/feed', title: 'Lakes' },
  }
  await importFile(token, JSON.stringify({ items: [brought] }))
  const [own] = await starred(token)
  const archivedId = BigInt(String(own?.['id']))
  const laterAt = new Date(referenceAt)
  await database.postingState.updateMany({
    where: { subscriberId: id, postingId: archivedId },
    data: { starredAt: null, laterAt },
  })
  const [one, two] = await Promise.all(
    ['One', 'Two'].map((name) => database.label.create({ data: { subscriberId: id, name } })),
  )
  const labels = [one, two].map((label) => ({
    labelId: label?.id ?? 0,
    postingId: archivedId,
    subscriberId: id,
  }))
  await database.postingLabel.createMany({ data: labels })
  const lakes = await subscribeTo(database, id, 'https://lakes.example/feed')
  await arrive(database, lakes, {
    guid: 'new',
    url: 'https://lakes.example/deep',
    title: 'The deep lake, again',
  })
  const states = await database.postingState.findMany({ where: { subscriberId: id } })
  expect(states).toMatchObject([{ sourceId: lakes, laterAt, starredAt: null }])
  const kept = await database.postingLabel.findMany({
    where: { subscriberId: id },
    orderBy: { labelId: 'asc' },
  })
  expect(kept.map(({ labelId, postingId }) => [labelId, postingId])).toEqual(
    labels.map(({ labelId }) => [labelId, states[0]?.postingId]).toSorted(),
  )
})
