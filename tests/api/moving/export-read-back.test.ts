import { expect, test } from 'vitest'
import { parseFeed } from '#lib/documents/read/parse-feed.ts'
import { compareDocument } from '#lib/polling/compare-document.ts'
import { changeFolder, createFolder } from '#lib/store/organising/folders.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { storePostings } from '#lib/store/postings/store-postings.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { broughtItem, exportAccount, importFile, importLines } from '#tests/support/world/moving.ts'
import { addPostings, addSubscription } from '#tests/support/world/reading.ts'
import { addRule } from '#tests/support/world/ruling.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()

test('texts in an export are cleaned again when they come back, and what is no export is refused with its field', async () => {
  const { id, token } = await addSubscriber(database, { name: 'hostile' })
  await importFile(token, JSON.stringify({ items: [broughtItem] }))
  const written = JSON.parse(await exportAccount(token)) as {
    states: { posting: { html: string } }[]
    folders: object[]
  }
  const [state] = written.states
  if (state === undefined) throw new Error('the star is missing')
  state.posting.html = '<p onclick="steal()">Nice</p><script>steal()</script>'
  written.folders.push({ name: 'A\u0000B', position: 0 })
  const other = await addSubscriber(database, { name: 'victim' })
  expect(await importFile(other.token, JSON.stringify(written))).toMatchObject([{ added: 1, refusal: null }])
  const row = await database.posting.findFirstOrThrow({ where: { source: { archiveOwnerId: other.id } } })
  expect(row.html).toBe('<p>Nice</p>')
  expect(await database.folder.findFirst({ where: { subscriberId: other.id } })).toMatchObject({ name: 'AB' })
  const wrong = { ...written, states: [{ ...state, key: 'x' }] }
  expect(await importFile(token, JSON.stringify(wrong))).toMatchObject([
    { refusal: 'This format does not allow one of the values.', problems: [{ place: 'states.0.key' }] },
  ])
  expect(await database.folder.count({ where: { subscriberId: id } })).toBe(0)
})

test('nothing that a feed says keeps an export from being read back', async () => {
  const { id, token } = await addSubscriber(database, { name: 'long' })
  const long = 'x'.repeat(7_000)
  const parsed = await parseFeed({
    body: Buffer.from(`<rss version="2.0" xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel><title>${long}</title>
      <link>https://long.example/${long}</link><item><guid>${long}</guid><title>${long}</title><author>${long}</author>
      <link>https://long.example/1</link><podcast:chapters url="https://long.example/${long}" type="application/json"/>
      <enclosure url="https://long.example/${'ü'.repeat(600)}.mp3" type="audio/${long}" length="9007199254740991"/>
      </item></channel></rss>`),
    contentType: 'application/rss+xml',
    url: 'https://long.example/feed',
  })
  if (!parsed.ok) throw new Error(parsed.error.message)
  const { feed } = parsed
  const { sourceId } = await addSubscription(database, id, 'long')
  const source = await database.source.update({
    where: { id: sourceId },
    data: { siteUrl: feed.siteUrl },
    select: { id: true, lastSuccessAt: true, bodyHash: true },
  })
  const unpolled = { ...source, lastSuccessAt: null }
  const { newPostings } = await compareDocument({ database }, unpolled, feed, referenceAt, null)
  await database.$transaction((transaction) =>
    storePostings(
      transaction,
      { sourceId, pollId: null, isFirst: true, newPostings, editedPostings: [], aliases: [] },
      () => referenceAt,
    ),
  )
  const { id: postingId } = await database.posting.findFirstOrThrow({ where: { sourceId } })
  await changePostings(database, id, [postingId], { isStarred: true }, referenceAt)
  const other = await addSubscriber(database, { name: 'reads back' })
  expect(await importFile(other.token, await exportAccount(token))).toMatchObject([
    { refusal: null, added: 2 },
  ])
})

test('what another reader brings can be exported and read back, however long its addresses are', async () => {
  const [one, other] = [
    await addSubscriber(database, { name: 'brings' }),
    await addSubscriber(database, { name: 'takes' }),
  ]
  const long = `https://gone.example/${'ü'.repeat(7_000)}`
  const origin = { ...broughtItem.origin, streamId: `feed/${long}`, htmlUrl: long }
  const enclosure = [{ href: long, type: 'x'.repeat(500) }]
  await importFile(
    one.token,
    JSON.stringify({ items: [{ ...broughtItem, canonical: [{ href: long }], origin, enclosure }] }),
  )
  expect(await importFile(other.token, await exportAccount(one.token))).toMatchObject([
    { refusal: null, added: 1 },
  ])
})

test('a name that was made longer in a block list keeps no export from being read back', async () => {
  const { id, token } = await addSubscriber(database, { name: 'renames' })
  const folder = await createFolder(database, id, { name: 'a' })
  if (typeof folder === 'string') throw new Error(folder)
  const lines = Array.from({ length: 300 }, (_, n) => `in:a word${n}`)
  const rule = await addRule(database, id, { kind: 'block', query: lines.join('\n') })
  await changeFolder(database, id, folder.id, { name: 'b'.repeat(100) })
  const { query } = await database.rule.findUniqueOrThrow({ where: { id: rule.id } })
  expect(query.length).toBeGreaterThan(20_000)
  const other = await addSubscriber(database, { name: 'takes over' })
  expect(await importFile(other.token, await exportAccount(token))).toMatchObject([
    { refusal: null, problems: [{ place: 'A rule' }] },
  ])
})

test('read marks whose postings are not here are reported, not passed over', async () => {
  const { token } = await addSubscriber(database, { name: 'unknown' })
  const content = JSON.parse(await exportAccount(token)) as { subscriptions: object[]; states: object[] }
  const url = 'https://nowhere.example/feed'
  const foundAt = new Date(referenceAt).toISOString()
  const texts = { title: '', siteUrl: null, ownTitle: null, folder: null }
  const readThrough = { key: 'a'.repeat(40), foundAt }
  content.subscriptions.push({ url, ...texts, createdAt: foundAt, readThrough })
  const state = { starredAt: null, seenAt: null, posting: null }
  content.states.push({ feedUrl: url, key: 'b'.repeat(40), isRead: true, ...state })
  expect(await importFile(token, JSON.stringify(content))).toMatchObject([
    { found: 3, added: 1, alreadyThere: 0, notHere: 2 },
  ])
})

test('progress never passes its end, however many marks are not here', async () => {
  const { token } = await addSubscriber(database, { name: 'progress' })
  await importFile(token, JSON.stringify({ items: [broughtItem] }))
  const content = JSON.parse(await exportAccount(token)) as { subscriptions: object[] }
  const foundAt = new Date(referenceAt).toISOString()
  for (const name of ['one', 'two'])
    content.subscriptions.push({
      url: `https://${name}-away.example/feed`,
      title: '',
      siteUrl: null,
      ownTitle: null,
      folder: null,
      createdAt: foundAt,
      readThrough: { key: 'a'.repeat(40), foundAt },
    })
  const lines = await importLines(token, JSON.stringify(content))
  const shares = lines.flatMap((line) => (line.type === 'progress' ? [line.done / line.total] : []))
  expect(shares.at(-1)).toBe(1)
  expect(Math.max(...shares)).toBe(1)
})

test('all pages of states are exported once, whatever source they end in', async () => {
  const { id, token } = await addSubscriber(database, { name: 'pages' })
  for (const name of ['page-one', 'page-two', 'page-three']) {
    const { sourceId } = await addSubscription(database, id, name)
    const postings = await addPostings(
      database,
      sourceId,
      Array.from({ length: 300 }, () => ({})),
    )
    await changePostings(database, id, postings, { isRead: true }, referenceAt)
  }
  const { states } = JSON.parse(await exportAccount(token)) as { states: { key: string; feedUrl: string }[] }
  expect(states).toHaveLength(900)
  expect(new Set(states.map(({ feedUrl, key }) => `${feedUrl} ${key}`)).size).toBe(900)
})

test('a sound that was kept comes back with its length and its chapters', async () => {
  const { token } = await addSubscriber(database, { name: 'hears' })
  const chapters = [{ startMs: 0, title: 'Tides' }]
  const sound = { url: 'https://cast.example/1.mp3', type: 'audio/mpeg', length: 9, durationMs: 60_000 }
  const enclosures = [{ ...sound, chapters }]
  const url = 'https://cast.example/1'
  const file = JSON.parse(await exportAccount(token)) as { states: unknown[] }
  file.states = [
    {
      ...{ feedUrl: 'https://cast.example/feed', key: 'd'.repeat(40), isRead: null, seenAt: null },
      starredAt: new Date(referenceAt).toISOString(),
      posting: { ...oldPosting, title: 'Heard', url, enclosures },
    },
  ]
  await importFile(token, JSON.stringify(file))
  expect(await database.posting.findFirst({ where: { url } })).toMatchObject({ enclosures })
})

test('a file that an older version wrote is read with its folders at the top', async () => {
  const { id, token } = await addSubscriber(database, { name: 'older' })
  const foundAt = new Date(referenceAt).toISOString()
  const times = { createdAt: foundAt, readThrough: null }
  const written = {
    format: 'skylark',
    version: 2,
    exportedAt: foundAt,
    account: { name: 'o', email: 'o@example.org' },
    settings: { language: null },
    opml: '',
    folders: [{ name: 'Old', position: 5 }],
    views: [],
    subscriptions: [
      { url: 'https://old.example/feed', title: '', siteUrl: null, ownTitle: null, folder: 'Old', ...times },
    ],
    states: [
      {
        feedUrl: 'https://old.example/feed',
        key: 'c'.repeat(40),
        isRead: null,
        starredAt: foundAt,
        seenAt: null,
        posting: { ...oldPosting, title: 'Old star' },
      },
    ],
  }
  expect(await importFile(token, JSON.stringify(written))).toMatchObject([{ refusal: null, added: 2 }])
  const { folder } = await database.subscription.findFirstOrThrow({
    where: { subscriberId: id },
    select: { folder: true },
  })
  expect(folder).toMatchObject({ name: 'Old', position: 5, parentId: null })
})

const oldPosting = {
  feedTitle: 'Old',
  siteUrl: null,
  guid: null,
  url: 'https://old.example/1',
  author: null,
  html: '<p>Old</p>',
  publishedAt: null,
  enclosures: [],
}
