import { beforeAll, expect, test } from 'vitest'
import { postingFilter } from '#lib/api/postings/postings.ts'
import { foldedOnce, isAbout } from '#lib/offline/kept-lists.ts'
import { keptInOrder } from '#lib/offline/kept-order.ts'
import { listFolders } from '#lib/store/organising/folders.ts'
import { assignLabel, createLabel } from '#lib/store/organising/labels.ts'
import { readOfflinePostings } from '#lib/store/postings/offline-postings.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { listPostings } from '#lib/store/lists/postings.ts'
import { listSubscriptions } from '#lib/store/subscriptions/subscription-item.ts'
import { addPostings, addReader, addSubscription } from '#tests/support/world/reading.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { fileDatabase } from '#tests/support/servers/file-database.ts'

const { database } = await fileDatabase()
let reader: string
let label: number
let folderId: number
let ids: string[]

const minuteMs = 60_000

/** Two tellers of one story, the later one in a folder and with a label; old postings with a star, for later, with a label. */
beforeAll(async () => {
  reader = await addReader(database, 'offline')
  const first = await addSubscription(database, reader, 'first')
  const second = await addSubscription(database, reader, 'second', { folderName: 'Folder' })
  const at = (minutes: number) => ({ shownAt: referenceAt + minutes * minuteMs })
  const early = await addPostings(database, first.sourceId, [at(0), at(1), at(2), at(10), at(20)])
  const late = await addPostings(database, second.sourceId, [at(11), at(12), at(21)])
  ids = [...early, ...late].map(String)
  const told = { id: { in: [early[3] ?? 0n, late[0] ?? 0n, late[1] ?? 0n] } }
  await database.posting.updateMany({ where: told, data: { clusterId: early[3] ?? 0n } })
  await changePostings(database, reader, [early[0] ?? 0n, late[0] ?? 0n], { isStarred: true }, referenceAt)
  await changePostings(database, reader, [early[1] ?? 0n], { isLater: true }, referenceAt)
  const made = await createLabel(database, reader, 'Label')
  label = typeof made === 'string' ? 0 : made.id
  const given = { isOn: true, subscriptionIds: [second.subscriptionId], postingIds: [ids[2] ?? ''] }
  await assignLabel(database, reader, label, given, referenceAt)
  folderId = (await database.folder.findFirstOrThrow({ where: { subscriberId: reader } })).id
})

const read = (count: number) =>
  readOfflinePostings(database, reader, { count, held: null }, referenceAt + 60 * minuteMs)

test('what has a star, is read later or has a label is kept however old it is, with its text', async () => {
  const { postings, texts } = await read(3)
  const newest = [ids[7], ids[4], ids[6]]
  const chosen = [ids[5], ids[2], ids[1]] // of four, the three newest
  expect(postings.map(({ id }) => id)).toEqual([...newest, ...chosen])
  expect(texts.map(({ id }) => id).toSorted()).toEqual([...newest, ...chosen].toSorted())
})

test('each list without the server is the list of the server, copies of a story among it', async () => {
  const { postings } = await read(100)
  expect(postings).toHaveLength(8)
  const sources = await listSubscriptions(database, reader)
  const folders = await listFolders(database, reader)
  const scopes = [{}, { folderId }, { labelId: label }, { starred: true }, { later: true }]
  for (const scope of [...scopes, { sourceId: sources[0]?.sourceId }, { starred: true, labelId: label }]) {
    const request = { after: null, limit: 100, now: referenceAt + 60 * minuteMs }
    const served = await listPostings(database, reader, postingFilter.parse(scope), request)
    const about = postings.filter((each) => isAbout(scope, each, sources, folders))
    const isFolded = !('starred' in scope || 'later' in scope || 'sourceId' in scope)
    const kept = keptInOrder(isFolded ? foldedOnce(about) : about, {
      order: 'newest',
      isFresh: false,
      places: {},
    })
    const name = JSON.stringify(scope)
    expect(
      kept.map(({ id }) => id),
      name,
    ).toEqual(served.postings.map(({ id }) => id))
    expect(kept.length, name).toBeGreaterThan(0)
  }
})

test('lists by weight and the fresh list stand as on the server', async () => {
  const now = referenceAt + 60 * minuteMs
  const other = await addReader(database, 'weights')
  const none = { policyVersion: '1', pollsPerDay: 1, pattern: [], carry: 0, predictedDelayMs: 0 }
  const plan = {
    ...none,
    policy: 'test',
    minIntervalMs: 1n,
    maxStalenessMs: 1n,
    madeAt: new Date(referenceAt),
  }
  // By a posting: 2, 8, 9 (the same band as 8), a source without a plan, and one that weighs nothing.
  for (const [n, weight] of [2, 8, 9, null, 0].entries()) {
    const { sourceId } = await addSubscription(database, other, `weight-${n}`)
    if (weight !== null) await database.plan.create({ data: { ...plan, sourceId, weight, ratePerDay: 1 } })
    await addPostings(
      database,
      sourceId,
      [n, n + 20, n + 40].map((minutes) => ({ shownAt: referenceAt + minutes * minuteMs })),
    )
  }
  const { postings, places } = await readOfflinePostings(database, other, { count: 100, held: null }, now)
  const listed = (filter: object) =>
    listPostings(database, other, postingFilter.parse(filter), { after: null, limit: 100, now })
  for (const isFresh of [false, true]) {
    const served = await listed({ order: 'weight', ...(isFresh ? { freshMinutes: 1440 } : {}) })
    const kept = keptInOrder(postings, { order: 'weight', isFresh, places })
    expect(kept.map(({ id }) => id)).toEqual(served.postings.map(({ id }) => id))
  }
})

test('a posting of a source that was left is in the list that it was put into, and in no other', async () => {
  const { postings } = await read(100)
  const sources = (await listSubscriptions(database, reader)).filter(({ title }) => !title.includes('first'))
  const about = (scope: object) =>
    postings.filter((each) => isAbout(scope, each, sources, [])).map(({ id }) => id)
  expect(about({})).toEqual([ids[7], ids[6], ids[5]])
  expect(about({ starred: true })).toEqual([ids[5], ids[0]])
  expect(about({ later: true })).toEqual([ids[1]])
  expect(about({ labelId: label })).toEqual([ids[7], ids[6], ids[5], ids[2]])
})
