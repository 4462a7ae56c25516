import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '#lib/store/connection/database.ts'
import { createFolder } from '#lib/store/organising/folders.ts'
import { assignLabel, createLabel } from '#lib/store/organising/labels.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { changeSubscriptions } from '#lib/store/subscriptions/change-subscriptions.ts'
import { addSubscription } from '#tests/support/world/reading.ts'
import { addTitles, indexAll, openSearchedWorld, titlesFound } from '#tests/support/world/searching.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

let database: Database
let stop: () => Promise<void>
let reader: string
let english: number
let german: number

beforeAll(async () => {
  ;({ database, stop, reader, english } = await openSearchedWorld())
  ;({ sourceId: german } = await addSubscription(database, reader, 'zeitung'))
  const language = (id: number, tag: string) =>
    database.source.update({ where: { id }, data: { language: tag } })
  await language(german, 'de')
  await database.source.update({ where: { id: german }, data: { title: 'Süddeutsche Zeitung' } })
})

afterAll(() => stop())

const add = (sourceId: number, ...titles: string[]) => addTitles(database, sourceId, titles)
const find = (text: string, request = {}) => titlesFound(database, reader, text, request)

test('a label of the posting or its source, and what is read later, is found; in: means the folders inside, too', async () => {
  const [first = 0n, second = 0n] = await add(english, 'Okapi one', 'Okapi two')
  const subscription = await database.subscription.findFirstOrThrow({
    where: { subscriberId: reader, sourceId: english },
  })
  const label = await createLabel(database, reader, 'Striped')
  if (typeof label === 'string') throw new Error(label)
  const put = (isOn: boolean, subscriptionIds: number[], postingIds: string[]) =>
    assignLabel(database, reader, label.id, { isOn, subscriptionIds, postingIds }, referenceAt)
  await put(true, [], [`${first}`])
  await changePostings(database, reader, [second], { isLater: true }, referenceAt)
  expect(await find('okapi label:striped')).toEqual(['Okapi one'])
  expect(await find('okapi is:later')).toEqual(['Okapi two'])
  expect(await find('okapi -is:later')).toEqual(['Okapi one'])
  await put(true, [subscription.id], [])
  expect((await find('okapi label:striped')).sort()).toEqual(['Okapi one', 'Okapi two'])
  const outer = await createFolder(database, reader, { name: 'Mammals' })
  if (typeof outer === 'string') throw new Error(outer)
  const inner = await createFolder(database, reader, { name: 'Giraffids', parentId: outer.id })
  if (typeof inner === 'string') throw new Error(inner)
  await changeSubscriptions(database, reader, [subscription.id], { folderId: inner.id })
  expect(await find('okapi in:mammals')).toHaveLength(2)
  await changeSubscriptions(database, reader, [subscription.id], { folderId: subscription.folderId })
})

test('what is read, starred and updated is known, also where no word is given', async () => {
  const [first = 0n, second = 0n] = await add(english, 'Quokka one', 'Quokka two')
  await changePostings(database, reader, [first], { isRead: true, isStarred: true }, referenceAt)
  expect(await find('quokka is:unread')).toEqual(['Quokka two'])
  expect(await find('quokka is:read')).toEqual(['Quokka one'])
  expect(await find('is:starred')).toEqual(['Quokka one'])
  expect(await find('is:unread from:times title:quokka')).toEqual(['Quokka two'])
  await database.posting.update({
    where: { id: second },
    data: { title: 'Wallaby', editedAt: new Date(referenceAt) },
  })
  await indexAll(database)
  expect(await find('quokka')).toEqual(['Quokka one'])
  expect(await find('is:updated')).toEqual(['Wallaby'])
  expect(await find('wallaby')).toEqual(['Wallaby'])
})
