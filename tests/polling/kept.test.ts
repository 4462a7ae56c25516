import { expect, test } from 'vitest'
import { clusterPostings } from '#lib/aggregator/cluster.ts'
import { savedPagesFeed } from '#lib/documents/moving/saved-pages.ts'
import { contentHash, postingKey } from '#lib/documents/identity/posting-identity.ts'
import { addHighlight, setNote } from '#lib/store/postings/notes.ts'
import { importPostings, type ImportRow } from '#lib/store/moving/import-postings.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { removeByRules } from '#lib/store/retention/remove-postings.ts'
import { verifyDatabase } from '#lib/store/server/verify.ts'
import { document, rssDocument, type ServedPosting } from '#tests/support/servers/feed-documents.ts'
import { polledWorldOfEachTest } from '#tests/support/world/polled-world.ts'
import { addReader } from '#tests/support/world/reading.ts'
import { keepAll } from '#tests/support/world/retention.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const reader = 'reader-reader'
const world = polledWorldOfEachTest()

const links = Array.from({ length: 4 }, (_, n) => `https://good.example/article-${n}`)
const longText = (name: string) => `<p>${name}: the whole text of long ago, as nobody has it any more.</p>`

/** The words of feeds about each article: its address and guid, and little of its text. */
const shown = (words: string): ServedPosting[] =>
  links.map((link, n) => ({
    guid: link,
    title: `Article ${n}`,
    link,
    text: `<p>${words} ${n}</p>`,
    publishedAt: referenceAt - (n + 1) * hourMs,
  }))

function serve(words: string): void {
  for (const origin of world.server.origins)
    world.server.route('/feed', document(rssDocument('A feed', shown(words))), origin)
}

function rowOf(n: number, feedUrl: string | null, name: string): ImportRow {
  const [link = '', title, html] = [links[n], `Article ${n}`, longText(name)]
  const entry = { guid: null, url: link, originalUrl: null, title, html, enclosures: [] }
  const key = postingKey({ ...entry, guid: link }, [])
  return {
    key,
    urls: [link],
    feedUrl,
    feedTitle: null,
    siteUrl: null,
    starredAt: referenceAt - dayMs,
    laterAt: referenceAt - dayMs,
    labels: [name],
    isRead: n % 2 === 0,
    note: `Note on ${name}`,
    highlights: [{ quote: 'whole text', before: 'the ', behind: ' of' }],
    posting: {
      key,
      guid: link,
      title,
      url: link,
      author: null,
      html,
      excerpt: name,
      imageUrl: null,
      enclosures: [],
      contentHash: contentHash(entry),
      claimedAt: null,
      publishedAt: null,
      foundAt: referenceAt - dayMs,
      notBeforeAt: null,
      isInitial: true,
      shownAt: referenceAt - dayMs,
    },
  }
}

/** All that the reader keeps, with the texts of archives. */
async function readKept() {
  const { database } = world
  const where = { subscriberId: reader }
  const states = await database.postingState.findMany({ where, orderBy: { postingId: 'asc' } })
  return {
    states: states
      .filter(({ starredAt, laterAt, notedAt }) => starredAt ?? laterAt ?? notedAt)
      .map(({ isRead: _isRead, readAt: _readAt, updatedAt: _updatedAt, ...state }) => state),
    notes: await database.postingNote.findMany({ where, orderBy: { postingId: 'asc' } }),
    highlights: await database.postingHighlight.findMany({ where, orderBy: { id: 'asc' } }),
    labels: await database.postingLabel.findMany({ where, orderBy: { postingId: 'asc' } }),
    positions: await database.mediaPosition.findMany({ where, orderBy: { postingId: 'asc' } }),
    splits: await database.storySplit.findMany({ where, orderBy: { postingId: 'asc' } }),
    archived: await database.posting.findMany({
      where: { source: { archiveOwnerId: reader } },
      orderBy: { id: 'asc' },
      select: { id: true, key: true, url: true, title: true, html: true, enclosures: true, shownAt: true },
    }),
  }
}

/** The texts that a posting has and had. */
async function textsOf(id: bigint): Promise<string[]> {
  const { html, revisions } = await world.database.posting.findUniqueOrThrow({
    where: { id },
    include: { revisions: true },
  })
  return [html, ...revisions.map((revision) => revision.html)]
}

test('nothing that feeds bring, change and lose, and nothing that retention removes, touches what a reader keeps', async () => {
  const { database, clock } = world
  serve('Before')
  const ids = [
    await world.addSource('/feed', 0),
    await world.addSource('/feed', 1),
    await world.addSource('/feed', 2),
  ]
  const [named, ...others] = await database.source.findMany({
    where: { id: { in: ids } },
    orderBy: { id: 'asc' },
  })
  const rows = [
    rowOf(0, null, 'no feed'),
    rowOf(0, named?.url ?? '', 'its feed'),
    rowOf(1, savedPagesFeed, 'saved'),
  ]
  await importPostings(database, reader, rows, clock.now())
  const kept = await database.posting.findMany({ where: { source: { archiveOwnerId: reader } } })
  const heard = { mediaKey: 'a'.repeat(40), positionMs: 1_000 }
  for (const { id: postingId } of kept) {
    await database.mediaPosition.create({ data: { ...heard, subscriberId: reader, postingId } })
    await database.storySplit.create({ data: { subscriberId: reader, postingId } })
  }
  await world.pollAt(ids[0] ?? 0, clock.now())
  const [own] = await database.posting.findMany({ where: { sourceId: ids[0] ?? 0, url: links[3] ?? '' } })
  const byHand = { subscriberId: reader, postingId: own?.id ?? 0n }
  // The fifth of many texts is the one that is starred.
  let at = clock.now()
  for (let edit = 0; edit < 30; edit++) {
    serve(`Edit ${edit}`)
    at += hourMs
    await world.pollAt(ids[0] ?? 0, at)
    if (edit !== 4) continue
    await changePostings(database, reader, [byHand.postingId], { isStarred: true, isLater: true }, at + 1)
    await setNote(database, byHand, 'By hand', at + 1)
    await addHighlight(database, byHand, { quote: 'Edit', before: '', behind: ' 4' }, at + 1)
  }
  const before = await readKept()
  expect(before.archived.map(({ html }) => html)).toEqual(
    expect.arrayContaining(['no feed', 'its feed', 'saved'].map(longText)),
  )
  expect(before.notes).toHaveLength(4)
  // Other feeds bring the same addresses and keys, somebody else comes and reads, and all goes on.
  const stranger = await addReader(database, 'stranger')
  for (const { id: sourceId } of others)
    await database.subscription.create({ data: { subscriberId: stranger, sourceId } })
  for (const id of ids) await world.pollAt(id, (at += hourMs))
  await clusterPostings({ database, clock })
  expect(await importPostings(database, reader, rows, clock.now())).toEqual(rows.map(() => 'already-there'))
  for (const origin of world.server.origins)
    world.server.route('/feed', document(rssDocument('A feed', [])), origin)
  for (const id of ids) await world.pollAt(id, (at += hourMs))
  await clock.set((at += 400 * dayMs))
  const rules = {
    ...keepAll,
    keepReadDays: 30,
    keepUnreadDays: 30,
    keepUnsubscribedDays: 30,
    pollHistoryDays: 30,
  }
  await database.poll.deleteMany()
  await database.source.updateMany({ data: { nextPollAt: null, leaseOwner: null, leaseUntil: null } })
  await database.sourceWindow.deleteMany()
  await database.source.updateMany({ data: { windowOldestAt: null } })
  expect((await removeByRules(database, rules, clock.now())).postings).toBeGreaterThan(8)
  expect(await readKept()).toEqual(before)
  expect(await textsOf(byHand.postingId)).toContainEqual(expect.stringContaining('Edit 4 3'))
  const broken = await verifyDatabase(database, { now: clock.now(), speed: 1 })
  const ofKept = broken.filter(({ name }) =>
    /keeps|archives|notes and highlights|states are|stored twice/.test(name),
  )
  expect(ofKept).toHaveLength(6)
  expect(ofKept.flatMap(({ examples }) => examples)).toEqual([])
})
