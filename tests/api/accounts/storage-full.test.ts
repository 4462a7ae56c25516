import { expect, test } from 'vitest'
import { POST as importFile } from '#app/api/v1/import/route.ts'
import { PUT as putNote } from '#app/api/v1/postings/[id]/note/route.ts'
import { POST as assign } from '#app/api/v1/labels/[id]/assign/route.ts'
import { POST as savePage } from '#app/api/v1/saved-pages/route.ts'
import { seededRandom } from '#lib/policy/basics/random.ts'
import { storedBytes } from '#lib/store/postings/stored-bytes.ts'
import { addSubscriber, requestWith } from '#tests/support/world/accounts.ts'
import { exportAccount } from '#tests/support/world/moving.ts'
import { addPostings, addSubscription } from '#tests/support/world/reading.ts'
import { withServerDatabase } from '#tests/support/servers/server-database.ts'

const server = withServerDatabase()
const none = { params: Promise.resolve({}) }
const random = seededRandom(7)
/** Text that hardly packs. */
const text = (length: number) =>
  Array.from({ length: length / 8 }, () => random().toString(36).slice(2, 9)).join(' ')
const starred = (count: number, name: string) =>
  JSON.stringify(
    Array.from({ length: count }, (_, at) => ({
      title: `${name} ${at}`,
      content: `<p>${text(4_000)}</p>`,
      published: '2020-01-01T00:00:00Z',
      created_at: '2020-01-01T00:00:00Z',
      url: `https://good.example/${name}/${at}`,
    })),
  )

async function bring(token: string, file: string, language = 'en') {
  const request = new Request(requestWith(token, '/api/v1/import', 'POST'), {
    method: 'POST',
    body: file,
    headers: { authorization: `Bearer ${token}`, 'accept-language': language },
  })
  const answer = await importFile(request, none)
  const lines = (await answer.text()).trim().split('\n')
  return { status: answer.status, last: JSON.parse(lines.at(-1) ?? '') as unknown }
}

test('an account keeps as much as it may and is told so, in its language; another and what takes away go on', async () => {
  const { database } = server
  const ada = await addSubscriber(database, { name: 'ada' })
  const bob = await addSubscriber(database, { name: 'bob' })
  await database.user.update({ where: { id: ada.id }, data: { maxStoredMb: 1 } })
  const first = await bring(ada.token, starred(700, 'first'))
  expect(first).toMatchObject({
    status: 200,
    last: {
      files: [
        { added: 500, refused: 200, problems: [{ message: expect.stringContaining('1\u00a0MB') as string }] },
      ],
    },
  })
  expect(await storedBytes(database, ada.id, { isExact: true })).toBeGreaterThan(1_000_000)
  expect(await bring(ada.token, starred(1, 'second'), 'de')).toMatchObject({
    status: 413,
    last: { error: { code: 'storage_full', message: expect.stringContaining('Du bewahrst') as string } },
  })
  const [posting] = await database.posting.findMany({ take: 1, select: { id: true } })
  const note = async (own: string) => {
    const request = requestWith(ada.token, '/api/v1/postings/1/note', 'PUT', { text: own })
    return (await putNote(request, { params: Promise.resolve({ id: `${posting?.id}` }) })).status
  }
  expect([await note('more'), await note('')]).toEqual([413, 200])
  const own = { subscriberId: ada.id, postingId: posting?.id ?? 0n, updatedAt: new Date() }
  await database.postingNote.create({ data: { ...own, text: 'as long as it was' } })
  expect([await note('longer than it was'), await note('shorter')]).toEqual([413, 200])
  const page = requestWith(ada.token, '/api/v1/saved-pages', 'POST', { url: 'https://good.example/page' })
  expect((await savePage(page, none)).status).toBe(413)
  expect(await bring(bob.token, starred(2, 'bobs'))).toMatchObject({
    status: 200,
    last: { files: [{ added: 2 }] },
  })
})

test('what comes with imported texts counts, too', async () => {
  const { database } = server
  const eve = await addSubscriber(database, { name: 'eve' })
  await database.user.update({ where: { id: eve.id }, data: { maxStoredMb: 1 } })
  const file = (at: number) => ({
    href: `https://good.example/${at}?${text(3_000).replaceAll(' ', '+')}`,
    type: 'audio/mpeg',
  })
  const items = Array.from({ length: 12 }, (_, at) => ({
    id: `item ${at}`,
    title: `Heard ${at}`,
    published: 1_577_836_800,
    alternate: [{ href: `https://good.example/heard/${at}` }],
    content: { content: '<p>Short</p>' },
    enclosure: Array.from({ length: 50 }, (_each, n) => file(n)),
  }))
  const stream = JSON.stringify({ id: 'user/-/state/com.google/starred', items })
  expect(await bring(eve.token, stream)).toMatchObject({ status: 200, last: { files: [{ added: 12 }] } })
  expect(await storedBytes(database, eve.id, { isExact: true })).toBeGreaterThan(1_000_000)
  expect(await bring(eve.token, starred(1, 'more'))).toMatchObject({ status: 413 })
})

test('a version that somebody kept of an edited article counts for them, and for nobody else', async () => {
  const { database } = server
  const [kept, late] = [
    await addSubscriber(database, { name: 'kept' }),
    await addSubscriber(database, { name: 'late' }),
  ]
  const { sourceId } = await addSubscription(database, kept.id, 'edited')
  const [postingId = 0n] = await addPostings(database, sourceId, [{ title: 'Ferry' }])
  const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour))
  await database.postingRevision.create({
    data: {
      ...{ postingId, title: 'Ferry', html: text(40_000), contentHash: 'before' },
      ...{ foundAt: at(1), replacedAt: at(3) },
    },
  })
  const star = { postingId, sourceId, updatedAt: at(5) }
  await database.postingState.createMany({
    data: [
      { ...star, subscriberId: kept.id, starredAt: at(2) },
      { ...star, subscriberId: late.id, starredAt: at(4) },
    ],
  })
  const bytesOf = ({ id }: { readonly id: string }) => storedBytes(database, id, { isExact: true })
  expect(await bytesOf(kept)).toBeGreaterThan(20_000)
  expect(await bytesOf(late)).toBe(0)
})

test('labels and places in sounds count, which a small file may bring by the million', async () => {
  const { database } = server
  const may = await addSubscriber(database, { name: 'may' })
  await database.user.update({ where: { id: may.id }, data: { maxStoredMb: 1 } })
  const { sourceId } = await addSubscription(database, may.id, 'sounds')
  const [postingId = 0n] = await addPostings(database, sourceId, [{ title: 'Heard' }])
  const key = 'a'.repeat(40)
  await database.postingAlias.create({ data: { sourceId, key, postingId, foundAt: new Date() } })
  const { id: labelId } = await database.label.create({ data: { name: 'Tide', subscriberId: may.id } })
  const label = async (isOn: boolean) => {
    const body = { isOn, postingIds: [`${postingId}`] }
    const request = requestWith(may.token, `/api/v1/labels/${labelId}/assign`, 'POST', body)
    return (await assign(request, { params: Promise.resolve({ id: `${labelId}` }) })).status
  }
  const whole = JSON.parse(await exportAccount(may.token)) as object
  const positions = Array.from({ length: 7_000 }, (_, at) => ({
    feedUrl: 'https://sounds.example/feed',
    key,
    mediaKey: at.toString(16).padStart(40, '0'),
    positionMs: 1,
    durationMs: null,
    updatedAt: '2026-01-01T00:00:00.000Z',
  }))
  expect(await bring(may.token, JSON.stringify({ ...whole, positions }))).toMatchObject({
    last: { files: [{ problems: [{ place: 'positions' }] }] },
  })
  expect(await database.mediaPosition.count({ where: { subscriberId: may.id } })).toBe(5_000)
  expect([await label(true), await label(false)]).toEqual([413, 200])
})
