import { expect, test } from 'vitest'
import * as exportRoute from '#app/api/v1/export/route.ts'
import { createFolder } from '#lib/store/organising/folders.ts'
import { assignLabel } from '#lib/store/organising/labels.ts'
import { markRead } from '#lib/store/marks/mark-read.ts'
import { addHighlight, setNote } from '#lib/store/postings/notes.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { changeReadingHours } from '#lib/store/accounts/reading-hours.ts'
import { changeReadingSettings } from '#lib/store/ground/reading-settings.ts'
import { storePostings } from '#lib/store/postings/store-postings.ts'
import { subscribe } from '#lib/store/subscriptions/subscriptions.ts'
import { addSubscriber, publicUrl } from '#tests/support/world/accounts.ts'
import { arrivingPosting, broughtItem, exportAccount, importFile } from '#tests/support/world/moving.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { subscribeToMany } from '#tests/support/world/subscribe-to-many.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()

const minuteMs = 60_000
const givenHours = { kind: 'given' as const, zone: 'Asia/Kolkata', given: [7, 8] }

async function makeSource(subscriberId: string, name: string, folderId: number | null): Promise<bigint[]> {
  const address = { url: `https://${name}.example/feed`, hostName: `${name}.example` }
  const ownTitle = name === 'alpha' ? 'My “alpha” & more' : null
  const subscribed = await subscribe(database, subscriberId, { ...address, folderId, ownTitle }, referenceAt)
  if (typeof subscribed === 'string') throw new Error(subscribed)
  const newPostings = Array.from({ length: 12 }, (_, n) =>
    arrivingPosting(
      { guid: `${name}-${n}`, url: `https://${name}.example/${n}`, title: `${name} ${n}` },
      referenceAt + n * minuteMs,
    ),
  )
  await database.$transaction((transaction) =>
    storePostings(
      transaction,
      {
        sourceId: subscribed.sourceId,
        pollId: null,
        isFirst: false,
        newPostings,
        editedPostings: [],
        aliases: [],
      },
      () => referenceAt,
    ),
  )
  const rows = await database.posting.findMany({
    where: { sourceId: subscribed.sourceId },
    orderBy: { id: 'asc' },
  })
  return rows.map((row) => row.id)
}

/** The export without what is told of the file and the account, and without since when notes and labels keep something: they are as new. */
function contentOf(text: string): Record<string, unknown> {
  const { exportedAt, account, states, ...content } = JSON.parse(text) as Record<string, unknown>
  expect([typeof exportedAt, typeof account]).toEqual(['string', 'object'])
  const marked = (states as Record<string, unknown>[]).map(({ keptAt, ...state }) => {
    const isMarked = (state['highlights'] as unknown[]).length > 0
    const isTimed = (state['starredAt'] !== null || state['laterAt'] !== null) && !isMarked
    return isTimed ? { ...state, keptAt } : { ...state, isKept: keptAt !== null }
  })
  return { ...content, states: marked }
}

test('what is exported and brought into a new account is exported again the same', async () => {
  const one = await addSubscriber(database, { name: 'one' })
  const two = await addSubscriber(database, { name: 'two' })
  await database.user.update({ where: { id: one.id }, data: { language: 'de' } })
  const view = { name: 'Rain', query: 'title:rain', order: 'best', layout: 'cards', position: 2 }
  await database.view.create({ data: { ...view, subscriberId: one.id } })
  const folder = await createFolder(database, one.id, { name: 'News & more', position: 3 })
  await createFolder(database, one.id, { name: 'Empty', position: 1 })
  if (typeof folder === 'string') throw new Error(`no folder was made: ${folder}`)
  const alpha = await makeSource(one.id, 'alpha', folder.id)
  const beta = await makeSource(one.id, 'beta', null)
  await makeSource(one.id, 'gamma', null) // nothing is read there
  const change = (ids: (bigint | undefined)[], what: object, at: number) =>
    changePostings(
      database,
      one.id,
      ids.flatMap((id) => id ?? []),
      what,
      at,
    )
  await markRead(database, one.id, { throughId: String(alpha[5]) }, referenceAt)
  await change([alpha[2], beta[3]], { isRead: false }, referenceAt + minuteMs)
  await change([alpha[8], beta[1]], { isStarred: true }, referenceAt + 2 * minuteMs)
  await change([beta[7]], { isRead: true, seen: true }, referenceAt + 3 * minuteMs)
  await importFile(one.token, JSON.stringify({ items: [broughtItem] }))
  await organise(one.id, { folderId: folder.id, alpha, beta })

  const written = await exportAccount(one.token)
  const content = contentOf(written)
  expect(content['views']).toEqual([view])
  expect(content['settings']).toMatchObject({ language: 'de' })
  expect(content['subscriptions']).toHaveLength(3)
  expect(content['states']).toHaveLength(8)
  expect(content).toMatchObject(organised)
  const [report] = await importFile(two.token, written)
  expect(report).toMatchObject({ kind: 'skylark', refusal: null, added: 8, labels: [] })
  expect(contentOf(await exportAccount(two.token))).toEqual(content)
  const [again] = await importFile(two.token, written)
  expect(again).toMatchObject({ added: 0, alreadyThere: 8, notHere: 0 })
  expect(contentOf(await exportAccount(two.token))).toEqual(content)
})

/** Folders in a folder, how sources are listed and shown, labels on everything, and what is read later. */
async function organise(
  subscriberId: string,
  { folderId, alpha, beta }: { folderId: number; alpha: bigint[]; beta: bigint[] },
): Promise<void> {
  const inner = await createFolder(database, subscriberId, { name: 'Inner', parentId: folderId, position: 4 })
  if (typeof inner === 'string') throw new Error(`no folder was made: ${inner}`)
  await createFolder(database, subscriberId, { name: 'Empty', parentId: inner.id, position: 9 })
  await database.user.update({
    where: { id: subscriberId },
    data: { sourceOrder: 'own', shownFolders: 'filled', isCounted: false },
  })
  const [first, second] = await database.subscription.findMany({
    where: { subscriberId },
    orderBy: { source: { url: 'asc' } },
  })
  const place = { folderId: inner.id, position: 7, isMuted: true }
  await database.subscription.update({ where: { id: first?.id ?? 0 }, data: place })
  await database.subscription.update({
    where: { id: second?.id ?? 0 },
    data: { isApart: true, fullText: true, unreadEdits: true, wantsFast: true, position: 2 },
  })
  await changeReadingSettings(database, subscriberId, { sizePx: 21, shareTemplates: [template] })
  await changeReadingHours(database, subscriberId, givenHours, referenceAt)
  const label = async (name: string, subscriptionIds: number[], postingIds: bigint[]) => {
    const { id } = await database.label.create({ data: { name, subscriberId } })
    const given = { isOn: true, subscriptionIds, postingIds: postingIds.map(String) }
    if (subscriptionIds.length + postingIds.length > 0)
      await assignLabel(database, subscriberId, id, given, referenceAt)
  }
  const archived = await database.posting.findFirstOrThrow({
    where: { source: { archiveOwnerId: subscriberId } },
  })
  const later = [alpha[10], alpha[8], archived.id].flatMap((id) => id ?? [])
  await changePostings(database, subscriberId, later, { isLater: true }, referenceAt + 4 * minuteMs)
  for (const postingId of [alpha[8] ?? 0n, beta[9] ?? 0n, archived.id]) {
    const kept = { subscriberId, postingId }
    await setNote(database, kept, 'Ask the harbour', referenceAt)
    await addHighlight(database, kept, highlight, referenceAt)
  }
  // Two spaces: a name stays letter for letter.
  await label('Tides  high', [first?.id ?? 0], [beta[9] ?? 0n, alpha[10] ?? 0n, archived.id])
  await label('Moon', [first?.id ?? 0, second?.id ?? 0], [alpha[10] ?? 0n])
  await label('On nothing', [], [])
}

const highlight = { quote: 'alpha', before: 'the ', behind: ' ends' }
const template = { name: 'Shelf', url: 'https://shelf.example/?u={url}' }
const organised = {
  settings: {
    sourceOrder: 'own',
    shownFolders: 'filled',
    isCounted: false,
    readingHours: givenHours,
    reading: { sizePx: 21, typeface: 'serif', shareTemplates: [template] },
  },
  folders: [
    { name: 'Empty', path: ['Empty'], position: 1 },
    { name: 'News & more', path: ['News & more'], position: 3 },
    { name: 'Inner', path: ['News & more', 'Inner'], position: 4 },
    { name: 'Empty', path: ['News & more', 'Inner', 'Empty'], position: 9 },
  ],
  labels: ['Moon', 'On nothing', 'Tides  high'],
  subscriptions: [
    {
      folder: 'Inner',
      path: ['News & more', 'Inner'],
      position: 7,
      isMuted: true,
      isApart: false,
      labels: ['Moon', 'Tides  high'],
    },
    {
      folder: null,
      path: [],
      position: 2,
      isMuted: false,
      isApart: true,
      fullText: true,
      unreadEdits: true,
      wantsFast: true,
      labels: ['Moon'],
    },
    { folder: null, path: [], position: 0, isMuted: false, isApart: false, labels: [] },
  ],
  states: expect.arrayContaining([
    expect.objectContaining({
      note: 'Ask the harbour',
      highlights: [highlight],
      posting: expect.objectContaining({ title: 'beta 9' }) as unknown,
    }),
    expect.objectContaining({
      isRead: null,
      starredAt: null,
      laterAt: new Date(referenceAt + 4 * minuteMs).toISOString(),
      labels: ['Moon', 'Tides  high'],
      posting: expect.objectContaining({ title: 'alpha 10' }) as unknown,
    }),
  ]) as unknown,
}

test('thousands of subscriptions are written part by part: others have the thread between two', async () => {
  const { id, token } = await addSubscriber(database, { name: 'reads much' })
  const urls = Array.from({ length: 2_000 }, (_, n) => `https://many.example/${n}`)
  const many = urls.map((url) => ({ url, hostName: 'many.example' }))
  await subscribeToMany(database, id, many, referenceAt)
  const request = new Request(`${publicUrl}/api/v1/export`, { headers: { authorization: `Bearer ${token}` } })
  const answer = await exportRoute.GET(request, { params: Promise.resolve({}) })
  const parts: Uint8Array[] = []
  for await (const part of answer.body ?? []) parts.push(part)
  const whole = Buffer.concat(parts)
  expect(Math.max(...parts.map(({ byteLength }) => byteLength))).toBeLessThan(whole.byteLength / 4)
  const written = JSON.parse(whole.toString()) as { subscriptions: { url: string }[]; opml: string }
  expect(written.subscriptions.map(({ url }) => url)).toEqual(urls.toSorted())
  expect(written.opml.match(/xmlUrl=/g)).toHaveLength(2_000)
})
