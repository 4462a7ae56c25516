import { expect, test } from 'vitest'
import * as postings from '#app/api/v1/postings/route.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { addHighlight, setNote } from '#lib/store/postings/notes.ts'
import { storeEdit } from '#lib/store/postings/store-edits.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import {
  arrive,
  arrivingPosting,
  exportAccount,
  fixture,
  importFile,
  starTimes,
  starred,
  subscribeTo,
} from '#tests/support/world/moving.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { threadMs } from '#tests/support/measure/thread-time.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()

test('a posting that a later poll brings stands beside the starred one, which stays as it is', async () => {
  const { id, token } = await addSubscriber(database, { name: 'later' })
  const other = await addSubscriber(database, { name: 'other' })
  for (const file of ['freshrss.json', 'feedbin.json']) {
    await importFile(token, fixture(file))
    await importFile(other.token, fixture(file))
  }
  const before = await starTimes(database, id)
  const stars = await starred(token)
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
  const titlesOf = (list: readonly Record<string, unknown>[]) => list.map((one) => [one['id'], one['title']])
  expect(titlesOf(await starred(token))).toEqual(titlesOf(stars))
  expect(await starTimes(database, id)).toEqual(before)
  const { body } = await callRoute(token, { module: postings, query: '' })
  const shown = body['postings'] as { title: string; sourceId: number; alsoIn: { id: string }[] }[]
  const beside = shown.filter(({ alsoIn }) => alsoIn.length > 0)
  expect(beside.map(({ sourceId }) => sourceId).toSorted()).toEqual([rivers, harbour].toSorted())
  const again = await importFile(token, fixture('freshrss.json'))
  expect(again).toMatchObject([{ added: 0, alreadyThere: 1 }])
  expect(await starred(other.token)).toHaveLength(3)
  expect(
    await database.postingState.count({ where: { subscriberId: other.id, starredAt: { not: null } } }),
  ).toBe(3)
})

test('"later" and labels stay with what was imported when a poll brings it, and are not doubled', async () => {
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
  expect(states).toMatchObject([{ postingId: archivedId, laterAt, starredAt: null }])
  const kept = await database.postingLabel.findMany({
    where: { subscriberId: id },
    orderBy: { labelId: 'asc' },
  })
  expect(kept.map(({ labelId, postingId }) => [labelId, postingId])).toEqual(
    labels.map(({ labelId }) => [labelId, archivedId]).toSorted(),
  )
})

test('a posting that was noted is exported as it was then: its owner finds it where it is, others get it in their archive', async () => {
  const owner = await addSubscriber(database, { name: 'notes' })
  const other = await addSubscriber(database, { name: 'moves' })
  const sourceId = await subscribeTo(database, owner.id, 'https://bays.example/feed')
  await subscribeTo(database, other.id, 'https://bays.example/feed')
  await arrive(database, sourceId, { guid: 'bay', title: 'A bay', html: '<p>As it was</p>' })
  const { id } = await database.posting.findFirstOrThrow({ where: { sourceId } })
  await setNote(database, { subscriberId: owner.id, postingId: id }, 'Remember', referenceAt + 1_000)
  const edited = arrivingPosting({ guid: 'bay', title: 'A bay', html: '<p>Quite another</p>' })
  const { guid, url, title, author, html, excerpt, imageUrl, enclosures, contentHash } = edited
  const text = { guid, url, title, author, html, excerpt, imageUrl, enclosures, contentHash }
  await database.$transaction((transaction) =>
    storeEdit(transaction, { ...text, postingId: id, isVisible: true }, referenceAt + 2_000),
  )
  const file = await exportAccount(owner.token)
  expect(file).toContain('As it was')
  expect(file).not.toContain('Quite another')
  expect(await importFile(owner.token, file)).toMatchObject([{ added: 0 }])
  await importFile(other.token, file)
  const noted = async ({ id: subscriberId }: { readonly id: string }) => {
    const notes = await database.postingNote.findMany({ where: { subscriberId } })
    const postingIds = notes.map(({ postingId }) => postingId)
    return database.posting.findMany({ where: { id: { in: postingIds } }, select: { id: true, html: true } })
  }
  expect(await noted(owner)).toEqual([{ id, html: '<p>Quite another</p>' }])
  expect(await noted(other)).toEqual([{ id: expect.any(BigInt), html: '<p>As it was</p>' }])
})

const early = { html: '<p>An early &amp; short cape</p>', url: null, imageUrl: null }
const late = {
  html: '<p>A late and long cape</p>',
  url: 'https://late.example/cape',
  imageUrl: 'https://late.example/cape.png',
}
const highlight = (quote: string) => ({ quote, before: '', behind: '' })

test.each([
  { name: 'before', markedMs: 1_000, starredMs: 3_000, marked: early, starred: late, quote: 'early & short' },
  { name: 'after', markedMs: 3_000, starredMs: 1_000, marked: late, starred: early, quote: 'late and long' },
])(
  'words marked $name an edit, and a star of the other version, go each with their text wherever they are brought',
  async (one) => {
    const owner = await addSubscriber(database, { name: `marks ${one.name}` })
    const other = await addSubscriber(database, { name: `follows ${one.name}` })
    const host = `capes-${one.name}.example`
    const sourceId = await subscribeTo(database, owner.id, `https://${host}/feed`)
    await arrive(database, sourceId, { guid: 'cape', title: 'A cape', html: early.html })
    const { id: postingId } = await database.posting.findFirstOrThrow({ where: { sourceId } })
    const { title, author, excerpt, contentHash } = arrivingPosting({ title: 'A cape', html: late.html })
    const edit = { title, author, excerpt, contentHash, ...late, postingId, isVisible: true }
    const kept = { subscriberId: owner.id, postingId }
    const acts = {
      [one.markedMs]: async (at: number) => {
        // Words that stand in both texts stay with the star.
        for (const quote of [one.quote, 'cape']) await addHighlight(database, kept, highlight(quote), at)
      },
      2_000: (at: number) => database.$transaction((transaction) => storeEdit(transaction, edit, at)),
      [one.starredMs]: (at: number) =>
        changePostings(database, owner.id, [postingId], { isStarred: true }, at),
    }
    for (const [ms, act] of Object.entries(acts)) await act(referenceAt + Number(ms))
    const file = await exportAccount(owner.token)
    const expected = [
      { ...one.starred, isStarred: true, quotes: ['cape'] },
      { ...one.marked, isStarred: false, quotes: [one.quote] },
    ]
    expect(keptIn(file)).toEqual(expected)
    expect(await importFile(owner.token, file)).toMatchObject([{ added: 0 }])
    expect(keptIn(await exportAccount(owner.token))).toEqual(expected)
    // A server that does not know the feed has archives instead.
    await importFile(other.token, file.replaceAll(host, `archived-${host}`))
    expect(keptIn(await exportAccount(other.token))).toEqual(expected)
  },
)

test('words that were marked in the full text make no article of their own where the text of the feed was edited', async () => {
  const owner = await addSubscriber(database, { name: 'whole' })
  const sourceId = await subscribeTo(database, owner.id, 'https://bays.example/feed')
  await arrive(database, sourceId, { guid: 'bay', title: 'A bay', html: early.html })
  const { id: postingId } = await database.posting.findFirstOrThrow({ where: { sourceId } })
  await database.postingFullText.create({
    data: { postingId, html: '<p>Words of the <b>page</b> alone</p>' },
  })
  const kept = { subscriberId: owner.id, postingId }
  await addHighlight(database, kept, highlight('the page alone'), referenceAt + 1_000)
  const { title, author, excerpt, contentHash } = arrivingPosting({ title: 'A bay', html: late.html })
  const edit = { title, author, excerpt, contentHash, ...late, postingId, isVisible: true }
  await database.$transaction((transaction) => storeEdit(transaction, edit, referenceAt + 2_000))
  await changePostings(database, owner.id, [postingId], { isStarred: true }, referenceAt + 3_000)
  expect(keptIn(await exportAccount(owner.token))).toEqual([
    { ...late, isStarred: true, quotes: ['the page alone'] },
  ])
})

test('words that were marked in a long text and stand in it no more are looked for in linear time', async () => {
  // Looked for in quadratic time, passages twelve times as long take twelve times as long.
  const noneMs = await msToExport('none', 200, 0)
  const shortMs = await msToExport('short', 200)
  expect((await msToExport('long', 2_450)) - noneMs).toBeLessThan(4 * Math.max(shortMs - noneMs, noneMs))
})

/** The time that an export takes where passages were marked in a text that has become another one. */
async function msToExport(name: string, letters: number, passages = 9): Promise<number> {
  const owner = await addSubscriber(database, { name })
  const sourceId = await subscribeTo(database, owner.id, `https://${name}.example/feed`)
  await arrive(database, sourceId, { guid: 'mark', title: 'Marked', html: early.html })
  const { id: postingId } = await database.posting.findFirstOrThrow({ where: { sourceId } })
  const kept = { subscriberId: owner.id, postingId }
  for (let n = 0; n < passages; n += 1)
    await addHighlight(
      database,
      kept,
      highlight(`${'a'.repeat(letters)}b${n}${'a'.repeat(letters)}`),
      referenceAt + 1_000,
    )
  const { title, author, excerpt, contentHash } = arrivingPosting({ title: 'Marked', html: late.html })
  const html = `<p>${'a'.repeat(900_000)}</p>`
  const edit = { title, author, excerpt, contentHash, ...late, html, postingId, isVisible: true }
  await database.$transaction((transaction) => storeEdit(transaction, edit, referenceAt + 2_000))
  await changePostings(database, owner.id, [postingId], { isStarred: true }, referenceAt + 3_000)
  let quotes: string[][] = []
  const spentMs = await threadMs(async () => {
    quotes = keptIn(await exportAccount(owner.token)).map((state) => state.quotes)
  })
  expect(quotes.map((own) => own.length)).toEqual([passages])
  return spentMs
}

type ExportedStates = {
  readonly states: readonly {
    readonly starredAt: string | null
    readonly highlights: readonly { readonly quote: string }[]
    readonly posting: Record<'html' | 'url' | 'imageUrl', string | null> | null
  }[]
}

function keptIn(file: string) {
  const { states } = JSON.parse(file) as ExportedStates
  return states.map(({ starredAt, highlights, posting }) => ({
    html: posting?.html,
    url: posting?.url,
    imageUrl: posting?.imageUrl,
    isStarred: starredAt !== null,
    quotes: highlights.map(({ quote }) => quote),
  }))
}

test.each([
  { name: 'a note on an earlier', notedMs: 500, starredMs: null, brought: 1, isOfFeed: false },
  { name: 'a note on the same', notedMs: 1_500, starredMs: null, brought: 1, isOfFeed: false },
  { name: 'a star on a later', notedMs: null, starredMs: 1_500, brought: 0, isOfFeed: true },
])(
  'a star that is brought where $name version is kept here stays with its text, however often that is edited',
  async ({ name, notedMs, starredMs, brought, isOfFeed }) => {
    const { id: subscriberId, token } = await addSubscriber(database, { name })
    const host = `${name.replaceAll(' ', '-')}.example`
    const [feedUrl, url] = [`https://${host}/feed`, `https://${host}/ford`]
    const sourceId = await subscribeTo(database, subscriberId, feedUrl)
    await arrive(database, sourceId, { guid: 'ford', url, title: 'A ford', html: '<p>Text 0</p>' })
    const { id: postingId } = await database.posting.findFirstOrThrow({ where: { sourceId } })
    const edit = async (count: number) => {
      const { title, author, html, excerpt, imageUrl, contentHash } = arrivingPosting({
        title: 'A ford',
        html: `<p>Text ${count}</p>`,
      })
      const text = { title, url, author, html, excerpt, imageUrl, contentHash }
      await database.$transaction((transaction) =>
        storeEdit(transaction, { ...text, postingId, isVisible: true }, referenceAt + count * 1_000),
      )
    }
    const note = (ms: number) =>
      setNote(database, { subscriberId, postingId }, 'Of this text', referenceAt + ms)
    if (notedMs === 500) await note(notedMs)
    await edit(1)
    if (notedMs === 1_500) await note(notedMs)
    if (starredMs !== null)
      await changePostings(database, subscriberId, [postingId], { isStarred: true }, referenceAt + starredMs)
    const content = `<p>Text ${brought}</p>`
    const times = { published: '2021-03-04T05:06:07Z', created_at: '2021-03-04T06:00:00Z' }
    const ofFeed = {
      ...{ title: 'A ford', published: 1_300_000_000, content: { content }, canonical: [{ href: url }] },
      ...{ origin: { streamId: `feed/${feedUrl}` }, categories: ['user/-/state/com.google/starred'] },
    }
    const file = isOfFeed ? { items: [ofFeed] } : [{ title: 'A ford', content, url, ...times }]
    await importFile(token, JSON.stringify(file))
    for (let count = 2; count < 16; count += 1) await edit(count)
    const stars = keptIn(await exportAccount(token)).filter(({ isStarred }) => isStarred)
    expect(stars.map(({ html }) => html)).toContain(content)
  },
)

test('what arrives in any feed leaves imported articles with their texts and all their notes, whichever reader they came from', async () => {
  const { id, token } = await addSubscriber(database, { name: 'twice' })
  const url = 'https://good.example/twice'
  const text = '<p>The whole text, no longer on the web.</p>'
  const times = { published: '2021-03-04T05:06:07Z', created_at: '2021-03-04T06:00:00Z' }
  await importFile(token, JSON.stringify([{ title: 'The article', content: text, url, ...times }]))
  const origin = { streamId: 'feed/https://gone.example/feed', title: 'Gone' }
  const categories = ['user/-/state/com.google/starred']
  const other = {
    title: 'The article',
    content: { content: '<p>Another text.</p>' },
    canonical: [{ href: url }],
  }
  await importFile(token, JSON.stringify({ items: [{ ...other, origin, categories }] }))
  const kept = await database.postingState.findMany({ where: { subscriberId: id } })
  expect(kept).toHaveLength(2)
  for (const [at, { postingId }] of kept.entries())
    await setNote(database, { subscriberId: id, postingId }, `Note ${at}`, referenceAt)
  const notesIn = (file: string) =>
    (JSON.parse(file) as { states: { note: string }[] }).states.flatMap(({ note }) => note || [])
  const before = notesIn(await exportAccount(token))
  expect(before.toSorted()).toEqual(['Note 0', 'Note 1'])
  const evil = await subscribeTo(database, id, 'https://evil.example/feed')
  await arrive(database, evil, { guid: 'e2', url, title: 'Replaced', html: 'Send your password to evil.' })
  const stars = await starred(token)
  expect(stars.map((one) => one['id']).toSorted()).toEqual(
    kept.map(({ postingId }) => `${postingId}`).toSorted(),
  )
  expect(stars.map((one) => one['title'])).toEqual(['The article', 'The article'])
  expect(notesIn(await exportAccount(token))).toEqual(before)
  expect(await exportAccount(token)).toContain('no longer on the web')
})
