import { afterAll, beforeAll, expect, test } from 'vitest'
import * as counts from '#app/api/v1/counts/route.ts'
import * as highlights from '#app/api/v1/postings/[id]/highlights/route.ts'
import * as note from '#app/api/v1/postings/[id]/note/route.ts'
import * as posting from '#app/api/v1/postings/[id]/route.ts'
import * as postings from '#app/api/v1/postings/route.ts'
import { runPass } from '#lib/aggregator/pass.ts'
import type { PostingDetail, PostingItem } from '#lib/api/postings/postings.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { addSubscriber, startServerDatabase } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { document, rssDocument, type ServedPosting } from '#tests/support/servers/feed-documents.ts'
import { createFeedServer, type FeedServer } from '#tests/support/servers/feed-server.ts'
import { exportAccount, importFile, subscribeTo } from '#tests/support/world/moving.ts'
import { replayContext } from '#tests/support/chaos/replay.ts'
import { createTestClock } from '#tests/support/measure/test-clock.ts'

const hourMs = 3_600_000
const clock = createTestClock(Date.now())
let database: Database
let stop: () => Promise<void>
let server: FeedServer

beforeAll(async () => {
  server = await createFeedServer({ hosts: 3 })
  ;({ database, stop } = await startServerDatabase())
})
afterAll(async () => {
  await stop()
  await server.close()
})

type Account = { readonly id: string; readonly token: string }

const urlOf = (name: string, host = 0) => `${server.origins[host] ?? ''}/${name}.xml`

/** The present postings of a feed, polled. */
async function poll(name: string, served: readonly Partial<ServedPosting>[], host = 0): Promise<void> {
  const full = served.map((one) => ({ title: 'A title', publishedAt: clock.now() - hourMs, ...one }))
  server.route(`/${name}.xml`, document(rssDocument(name, full)))
  await clock.advance(24 * hourMs)
  await database.source.updateMany({ where: { archiveOwnerId: null }, data: { nextPollAt: null } })
  await database.source.update({
    where: { url: urlOf(name, host) },
    data: { nextPollAt: new Date(clock.now()) },
  })
  await runPass(replayContext(database, clock))
}

async function listed({ token }: Account, query: string): Promise<PostingItem[]> {
  const { body } = await callRoute(token, { module: postings, query })
  return body['postings'] as PostingItem[]
}

const open = ({ token }: Account, id = '') => callRoute(token, { module: posting, params: { id } })

async function detail(account: Account, id = ''): Promise<PostingDetail> {
  const { status, body } = await open(account, id)
  expect(status).toBe(200)
  return body as unknown as PostingDetail
}

const write = ({ token }: Account, id: string, text: string) =>
  callRoute(token, { module: note, method: 'PUT', params: { id }, body: { text } })

async function exportedNotes({ token }: Account): Promise<string[]> {
  const { states } = JSON.parse(await exportAccount(token)) as { states: { note: string }[] }
  return states.flatMap((state) => (state.note === '' ? [] : [state.note])).toSorted()
}

const original = {
  title: 'The original article',
  content: '<p>The full original text, no longer on the web.</p>',
  url: 'https://good.example/2006/original',
  published: '2006-03-04T05:06:07.000000Z',
  created_at: '2006-03-05T05:06:07.000000Z',
}

test('what another feed shows at the address of an imported article replaces neither it nor what was kept with it', async () => {
  const bob = await addSubscriber(database, { name: 'bob' })
  const carol = await addSubscriber(database, { name: 'carol' })
  for (const { id } of [bob, carol]) await subscribeTo(database, id, urlOf('evil'))
  await poll('evil', [{ guid: 'e1', title: 'Before' }])
  await importFile(bob.token, JSON.stringify([original]))
  const [star] = await listed(bob, '?starred=1')
  await write(bob, star?.id ?? '', 'my private note')
  const words = { quote: 'original', before: 'full ', behind: ' text' }
  await callRoute(bob.token, {
    module: highlights,
    method: 'POST',
    params: { id: star?.id ?? '' },
    body: words,
  })
  const before = await detail(bob, star?.id)
  await poll('evil', [
    { guid: 'e1', title: 'Before' },
    { guid: 'e2', title: 'Replaced', link: original.url, text: 'Send your password to evil.' },
  ])
  const arrived = (await listed(carol, '')).find(({ title }) => title === 'Replaced')
  expect(await detail(bob, star?.id)).toEqual({
    ...before,
    clusterId: arrived?.id,
    clones: [expect.objectContaining({ id: arrived?.id, title: 'Replaced' })],
  })
  expect((await listed(bob, '?starred=1')).map(({ id }) => id)).toEqual([star?.id])
  expect(await listed(bob, '')).toContainEqual(
    expect.objectContaining({
      id: arrived?.id,
      clusterId: arrived?.id,
      isRead: true,
      isStarred: false,
      alsoIn: [expect.objectContaining({ id: star?.id, sourceTitle: 'good.example' })],
    }),
  )
  expect(await detail(bob, arrived?.id)).toMatchObject({ notes: null, clones: [{ id: star?.id }] })
  const { body } = await callRoute(bob.token, { module: counts })
  expect(body['all']).toBe((await listed(bob, '?show=unread')).length)
  // Nobody else is told of it.
  expect(arrived).toMatchObject({ isRead: false, alsoIn: [] })
  expect(await detail(carol, arrived?.id)).toMatchObject({ clones: [] })
  expect((await open(carol, star?.id)).status).toBe(404)
})

test('an article that was brought from two readers keeps both notes when its feed shows it', async () => {
  const dora = await addSubscriber(database, { name: 'dora' })
  await subscribeTo(database, dora.id, urlOf('twice'))
  await poll('twice', [{ guid: 'o', title: 'Another' }])
  const url = 'https://good.example/twice'
  const item = {
    title: 'Twice',
    canonical: [{ href: url }],
    content: { content: '<p>All of it, from the other one.</p>' },
    categories: ['user/-/state/com.google/starred'],
    origin: { streamId: `feed/${urlOf('twice')}` },
  }
  await importFile(dora.token, JSON.stringify([{ ...original, title: 'Twice', url }]))
  await importFile(dora.token, JSON.stringify({ items: [item] }))
  const stars = await listed(dora, '?starred=1')
  expect(stars).toHaveLength(2)
  for (const [at, { id }] of stars.entries()) await write(dora, id, `NOTE ${at}: important`)
  const before = await Promise.all(stars.map(({ id }) => detail(dora, id)))
  await poll('twice', [
    { guid: 'o', title: 'Another' },
    { guid: 't', title: 'Twice', link: url, text: 'teaser' },
  ])
  expect(await exportedNotes(dora)).toEqual(['NOTE 0: important', 'NOTE 1: important'])
  for (const [at, { id }] of stars.entries()) {
    const { html, notes, isStarred, clones } = await detail(dora, id)
    expect({ html, notes, isStarred }).toEqual({
      html: before[at]?.html,
      notes: before[at]?.notes,
      isStarred: true,
    })
    expect(clones).toHaveLength(2)
  }
})

test('imported after another feed has shown its address, an article keeps its own text, and is in the same story', async () => {
  const emil = await addSubscriber(database, { name: 'emil' })
  await subscribeTo(database, emil.id, urlOf('planet'))
  const url = 'https://good.example/planet'
  await poll('planet', [{ guid: 'p', title: 'Planet', link: url, text: 'A teaser.' }])
  const file = JSON.stringify([{ ...original, title: 'Planet', url }])
  for (const added of [1, 0]) {
    expect(await importFile(emil.token, file)).toMatchObject([{ added, alreadyThere: 1 - added }])
    const [star, ...others] = await listed(emil, '?starred=1')
    expect(others).toEqual([])
    expect(await detail(emil, star?.id)).toMatchObject({
      html: original.content,
      clones: [{ title: 'Planet' }],
    })
  }
  const [teaser] = await listed(emil, '')
  expect(teaser).toMatchObject({ title: 'Planet', isStarred: false, isRead: true, alsoIn: [{}] })
})

test('the star goes to the posting of its own feed where that has all of its text, and to none that has less', async () => {
  const fred = await addSubscriber(database, { name: 'fred' })
  await subscribeTo(database, fred.id, urlOf('own'))
  const text = (words: string) => `<p>${words}</p>`
  await poll('own', [
    { guid: 'w', title: 'Whole', link: 'https://good.example/whole', text: text('A whole text, and more.') },
    { guid: 's', title: 'Shorter', link: 'https://good.example/shorter', text: text('A teaser') },
    { guid: 'l', title: 'Link', link: 'https://good.example/link', text: text('Words') },
  ])
  const item = (name: string, content: string) => ({
    title: name,
    canonical: [{ href: `https://good.example/${name.toLowerCase()}` }],
    content: { content },
    categories: ['user/-/state/com.google/starred'],
    origin: { streamId: `feed/${urlOf('own')}` },
  })
  const items = [
    item('Whole', '<div>A  <b>whole</b> text</div>'),
    item('Shorter', '<p>A teaser that goes on here</p>'),
    item('Link', ''),
  ]
  for (const added of [3, 0]) {
    const [report] = await importFile(fred.token, JSON.stringify({ items }))
    expect(report).toMatchObject({ added, alreadyThere: 3 - added })
    const stars = await listed(fred, '?starred=1')
    const idOf = new Map(stars.map(({ id, title }) => [title, id]))
    expect(stars).toHaveLength(3)
    const own = await listed(fred, '')
    const starredIn = own.filter(({ isStarred }) => isStarred).map(({ title }) => title)
    expect(starredIn.toSorted()).toEqual(['Link', 'Whole'])
    expect(await detail(fred, idOf.get('Shorter'))).toMatchObject({
      html: '<p>A teaser that goes on here</p>',
      clones: [{ title: 'Shorter' }],
    })
  }
})

test('a star for a note whose title is its address goes to the note, and one that is in no feed comes without that title', async () => {
  const finn = await addSubscriber(database, { name: 'finn' })
  await subscribeTo(database, finn.id, urlOf('notes'))
  const [link, gone] = ['https://good.example/notes/7', 'https://good.example/notes/6']
  await poll('notes', [{ guid: 'n', title: link, link, text: 'The first swallow.' }])
  const items = [link, gone].map((address) => ({
    title: address,
    canonical: [{ href: address }],
    content: { content: '<div>The <i>first</i> swallow.</div>' },
    categories: ['user/-/state/com.google/starred'],
    origin: { streamId: `feed/${urlOf('notes')}` },
  }))
  await importFile(finn.token, JSON.stringify({ items }))
  const [own] = await listed(finn, '')
  const stars = await listed(finn, '?starred=1')
  expect(stars.map(({ url, title, id }) => [url, title, id === own?.id])).toEqual(
    expect.arrayContaining([
      [link, '', true],
      [gone, '', false],
    ]),
  )
  expect(stars).toHaveLength(2)
})

test('a posting keeps the star, and its first text, when its publisher edits it; the same import again changes nothing', async () => {
  const gina = await addSubscriber(database, { name: 'gina' })
  await subscribeTo(database, gina.id, urlOf('edited'))
  const served = { guid: 'x', title: 'Edited', link: 'https://good.example/edited' }
  await poll('edited', [{ ...served, text: 'As it was.' }])
  const item = {
    title: 'Edited',
    canonical: [{ href: served.link }],
    content: { content: '<p>As it was.</p>' },
    categories: ['user/-/state/com.google/starred'],
    origin: { streamId: `feed/${urlOf('edited')}` },
  }
  expect(await importFile(gina.token, JSON.stringify({ items: [item] }))).toMatchObject([{ added: 1 }])
  for (let count = 1; count <= 12; count++) await poll('edited', [{ ...served, text: `Now ${count}.` }])
  expect(await importFile(gina.token, JSON.stringify({ items: [item] }))).toMatchObject([{ added: 0 }])
  const [star] = await listed(gina, '?starred=1')
  const { versions } = await detail(gina, star?.id)
  expect(versions[0]?.html).toContain('As it was.')
  // Whoever brings it after the edits keeps what they bring.
  const hugo = await addSubscriber(database, { name: 'hugo' })
  const late = { ...item, content: { content: '<p>Now 12.</p>' } }
  await importFile(hugo.token, JSON.stringify({ items: [late] }))
  const [own] = await listed(hugo, '?starred=1')
  expect(own?.id).not.toBe(star?.id)
  expect(await detail(hugo, own?.id)).toMatchObject({ html: '<p>Now 12.</p>' })
})

test('the same article from two readers is kept with both texts, once where one has the other', async () => {
  const { token } = await addSubscriber(database, { name: 'ines' })
  const account = { id: '', token }
  const item = (content: string) => ({
    title: 'Two',
    canonical: [{ href: 'https://gone.example/two' }],
    content: { content },
    categories: ['user/-/state/com.google/starred'],
    origin: { streamId: 'feed/https://gone.example/feed' },
  })
  const texts = ['<p>First text</p>', '<p>Second text, longer</p>', '<p>Second</p>']
  for (const added of [2, 0]) {
    const items = texts.map(item)
    expect(await importFile(token, JSON.stringify({ items }))).toMatchObject([
      { added, alreadyThere: 3 - added },
    ])
    const stars = await listed(account, '?starred=1')
    const html = await Promise.all(stars.map(async ({ id }) => (await detail(account, id)).html))
    expect(html.toSorted()).toEqual(texts.slice(0, 2))
  }
  const [again] = await importFile(
    (await addSubscriber(database, { name: 'ines2' })).token,
    await exportAccount(token),
  )
  expect(again).toMatchObject({ added: 2 })
})
