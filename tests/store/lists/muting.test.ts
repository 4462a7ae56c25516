import { expect, test } from 'vitest'
import { postingFilter } from '#lib/api/postings/postings.ts'
import { readCounts } from '#lib/store/lists/counts.ts'
import { readDayNumbers, readFreshCount } from '#lib/store/freshness/day-numbers.ts'
import { assignLabel, createLabel } from '#lib/store/organising/labels.ts'
import { markRead } from '#lib/store/marks/mark-read.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { findPosting } from '#lib/store/postings/posting-details.ts'
import { listPostings } from '#lib/store/lists/postings.ts'
import { unsubscribe } from '#lib/store/subscriptions/unsubscribe.ts'
import { countViews, createView } from '#lib/store/lists/views.ts'
import { addPostings } from '#tests/support/world/reading.ts'
import { addSearched, indexAll, titlesFound } from '#tests/support/world/searching.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { threeSources } from '#tests/support/world/three-sources.ts'
import { fileDatabase } from '#tests/support/servers/file-database.ts'

const { database } = await fileDatabase()

async function shown(reader: string, filter: Record<string, unknown>): Promise<number> {
  const parsed = postingFilter.parse(filter)
  return (await listPostings(database, reader, parsed, { after: null, limit: 50, now: 0 })).postings.length
}

test('a muted source shows only itself and counts only there; one set apart is missing in all postings', async () => {
  const { reader, plain, muted, apart, folderId } = await threeSources(database, 'muted')
  const p = plain.sourceId
  const m = muted.sourceId
  const a = apart.sourceId
  expect(await readCounts(database, reader)).toMatchObject({
    all: 1,
    byFolder: { [folderId]: 5 },
    bySource: { [p]: 1, [m]: 2, [a]: 4 },
  })
  for (const show of ['all', 'unread']) {
    expect(await shown(reader, { show })).toBe(1)
    expect(await shown(reader, { show, folderId })).toBe(5)
    expect(await shown(reader, { show, sourceId: m })).toBe(2)
    expect(await shown(reader, { show, sourceId: a })).toBe(4)
  }
  const { day } = await readDayNumbers(database, reader, 0, referenceAt)
  expect(day.found.reduce((sum, each) => sum + each, 0)).toBe(1)
})

test('a search finds what the list shows that is searched, and a muted source where it is asked for', async () => {
  const { reader, plain, muted, apart, folderId } = await threeSources(database, 'heard')
  const ids = []
  for (const [title, { sourceId }] of Object.entries({ Plain: plain, Muted: muted, Apart: apart }))
    ids.push(await addSearched(database, sourceId, { title: `Gannet ${title}` }))
  await indexAll(database)
  const find = async (text: string, place: { folderId?: number; sourceId?: number } = {}) => {
    const filter = { show: 'all', starred: false, later: false, order: 'oldest', ...place } as const
    const titles = await titlesFound(database, reader, text, { filter })
    return titles.map((title) => title.slice('Gannet '.length)).join(' ')
  }
  expect(await find('gannet')).toBe('Plain')
  expect(await find('title:gannet is:unread')).toBe('Plain')
  expect(await find('gannet', { folderId })).toBe('Plain Apart')
  expect(await find('gannet', { sourceId: muted.sourceId })).toBe('Muted')
  expect(await find('gannet from:muted')).toBe('Muted')
  expect(await find('gannet from:muted', { folderId })).toBe('Muted')
  expect(await find('gannet (from:muted OR from:apart)')).toBe('Muted Apart')
  expect(await find('gannet in:folder')).toBe('Plain Apart')
  expect(await find('gannet -from:plain')).toBe('')
  expect(await find('gannet (from:muted OR gannet)')).toBe('Plain')
  const view = { name: 'Gannets', query: 'gannet', order: 'newest', layout: null } as const
  const made = await createView(database, reader, view)
  if (typeof made === 'string') throw new Error(made)
  const { counts } = await countViews(database, reader, referenceAt)
  expect(counts).toEqual({ [made.id]: { count: 1, isMore: false } })
  await changePostings(database, reader, ids, { isStarred: true }, referenceAt)
  for (const place of [{}, { folderId }])
    expect(await find('gannet is:starred', place)).toBe('Plain Muted Apart')
})

test('what a list does not show is not marked read with it', async () => {
  const { reader, muted, apart, folderId } = await threeSources(database, 'marked')
  const throughId = '999999999'
  expect(await markRead(database, reader, { throughId }, referenceAt)).toMatchObject({ marked: 1 })
  expect(await markRead(database, reader, { folderId, throughId }, referenceAt)).toMatchObject({ marked: 4 })
  expect((await readCounts(database, reader)).bySource).toMatchObject({
    [muted.sourceId]: 2,
    [apart.sourceId]: 0,
  })
})

test('a label shows no muted source', async () => {
  const { reader, plain, muted } = await threeSources(database, 'label')
  const label = await createLabel(database, reader, 'Label')
  if (typeof label === 'string') throw new Error(label)
  const subscriptionIds = [plain.subscriptionId, muted.subscriptionId]
  await assignLabel(database, reader, label.id, { isOn: true, subscriptionIds, postingIds: [] }, referenceAt)
  expect(await shown(reader, { labelId: label.id })).toBe(1)
  expect((await readCounts(database, reader)).byLabel).toEqual({ [label.id]: 1 })
})

test('what is read later has a list of its own apart from stars, and outlives its subscription', async () => {
  const { reader, muted } = await threeSources(database, 'later')
  const ids = await addPostings(database, muted.sourceId, [{}, {}])
  const [later = 0n, starred = 0n] = ids
  await changePostings(database, reader, [later], { isLater: true }, referenceAt)
  await changePostings(database, reader, [starred], { isStarred: true }, referenceAt)
  expect(await readCounts(database, reader)).toMatchObject({ later: 1, starred: 1 })
  const filter = postingFilter.parse({ later: '1' })
  const page = await listPostings(database, reader, filter, { after: null, limit: 5, now: 0 })
  expect(page.postings).toMatchObject([{ id: `${later}`, isLater: true, isStarred: false }])
  await unsubscribe(database, reader, [muted.subscriptionId], referenceAt)
  expect(await findPosting(database, reader, later)).toMatchObject({ isLater: true, isRead: true })
  await changePostings(database, reader, [later], { isLater: false }, referenceAt)
  expect(await findPosting(database, reader, later)).toBeNull()
  expect(await readCounts(database, reader)).toMatchObject({ later: 0, starred: 1 })
})

test('the fresh list counts what its list shows: neither muted sources nor those set apart', async () => {
  const { reader } = await threeSources(database, 'fresh')
  const now = referenceAt + 3_600_000
  const count = await readFreshCount(database, reader, 100_000_000, now)
  expect(count).toEqual({ unread: await shown(reader, { freshMinutes: 1440, show: 'unread' }) })
})
