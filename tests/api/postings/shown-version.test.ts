import { expect, test } from 'vitest'
import * as assign from '#app/api/v1/labels/[id]/assign/route.ts'
import * as highlights from '#app/api/v1/postings/[id]/highlights/route.ts'
import * as note from '#app/api/v1/postings/[id]/note/route.ts'
import * as posting from '#app/api/v1/postings/[id]/route.ts'
import type { PostingDetail } from '#lib/api/postings/postings.ts'
import { changePostings } from '#lib/store/marks/posting-states.ts'
import { createLabel } from '#lib/store/organising/labels.ts'
import { storeEdit } from '#lib/store/postings/store-edits.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { readRoute, type Call } from '#tests/support/api/call-route.ts'
import { arrive, arrivingPosting, exportAccount, subscribeTo } from '#tests/support/world/moving.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()

const quote = { quote: 'Text', before: '', behind: '' }
const acts: Record<string, (labelId: string, postingId: string) => Call> = {
  star: () => ({ module: posting, method: 'PATCH', body: { isStarred: true } }),
  later: () => ({ module: posting, method: 'PATCH', body: { isLater: true } }),
  note: () => ({ module: note, method: 'PUT', body: { text: 'Remember' } }),
  highlight: () => ({ module: highlights, method: 'POST', body: quote }),
  label: (id, postingId) => ({
    module: assign,
    method: 'POST',
    params: { id },
    body: { isOn: true, postingIds: [postingId] },
  }),
}

const cases = Object.keys(acts).flatMap((name) => [
  { name, editsBefore: 0 },
  { name, editsBefore: 1 },
])

test.each(cases)(
  'a $name in an old window keeps the text that was shown there ($editsBefore)',
  async (one) => {
    const { name, editsBefore } = one
    const { id: subscriberId, token } = await addSubscriber(database, { name: `${name}${editsBefore}` })
    const sourceId = await subscribeTo(database, subscriberId, `https://${name}${editsBefore}.example/feed`)
    await arrive(database, sourceId, { guid: 'a', title: 'A', html: '<p>Text 0</p>' })
    const { id } = await database.posting.findFirstOrThrow({ where: { sourceId } })
    const edit = (count: number) => {
      const { title, url, author, html, excerpt, imageUrl, contentHash } = arrivingPosting({
        title: 'A',
        html: `<p>Text ${count}</p>`,
      })
      const edited = { title, url, author, html, excerpt, imageUrl, contentHash, postingId: id }
      return database.$transaction((transaction) =>
        storeEdit(transaction, { ...edited, isVisible: true }, referenceAt + count * 1_000),
      )
    }
    if (editsBefore > 0) await edit(1)
    const params = { id: `${id}` }
    const { editedAt } = await readRoute<PostingDetail>(token, { module: posting, params })
    await edit(2)
    const label = await createLabel(database, subscriberId, 'Kept')
    const call = acts[name]?.(typeof label === 'string' ? '' : `${label.id}`, `${id}`)
    if (call === undefined) throw new Error(name)
    await readRoute(token, { params, ...call, body: { ...(call.body as object), shownEditedAt: editedAt } })
    for (let count = 3; count < 20; count += 1) await edit(count)
    const { versions } = await readRoute<PostingDetail>(token, { module: posting, params })
    const shown = `<p>Text ${editsBefore}</p>`
    expect(versions.map(({ html }) => html)).toContain(shown)
    const { states } = JSON.parse(await exportAccount(token)) as { states: { posting: { html: string } }[] }
    expect(states.map(({ posting: kept }) => kept.html)).toEqual([shown])
  },
)

test.each([
  ['that is shown still', referenceAt + 1_000],
  ['that is not stored any more', referenceAt + 500],
])('a star on a version %s keeps the text of now', async (name, shownAt) => {
  const { id: subscriberId, token } = await addSubscriber(database, { name })
  const sourceId = await subscribeTo(database, subscriberId, `https://${shownAt}.example/feed`)
  await arrive(database, sourceId, { guid: 'a', title: 'A', html: '<p>Text 0</p>' })
  const { id } = await database.posting.findFirstOrThrow({ where: { sourceId } })
  await database.posting.update({ where: { id }, data: { editedAt: new Date(referenceAt + 1_000) } })
  const before = Date.now()
  const body = { isStarred: true, shownEditedAt: new Date(shownAt).toISOString() }
  await readRoute(token, { module: posting, method: 'PATCH', params: { id: `${id}` }, body })
  const { starredAt } = await database.postingState.findFirstOrThrow({ where: { subscriberId } })
  expect(starredAt?.getTime()).toBeGreaterThanOrEqual(before)
})

test('a star that was taken away offline before it was set on an earlier version stays', async () => {
  const { id: subscriberId } = await addSubscriber(database, { name: 'offline' })
  const sourceId = await subscribeTo(database, subscriberId, 'https://offline.example/feed')
  await arrive(database, sourceId, { guid: 'a', title: 'A', html: '<p>Text 0</p>' })
  const { id } = await database.posting.findFirstOrThrow({ where: { sourceId } })
  const { title, url, author, html, excerpt, imageUrl, contentHash } = arrivingPosting({
    title: 'A',
    html: '<p>Text 1</p>',
  })
  const edited = { title, url, author, html, excerpt, imageUrl, contentHash, postingId: id, isVisible: true }
  await database.$transaction((transaction) => storeEdit(transaction, edited, referenceAt + 1_000))
  const starAt = (at: number, isStarred: boolean, agoMs = 0) =>
    changePostings(database, subscriberId, [id], { isStarred, shownEditedAt: null }, at, agoMs)
  const isStarred = async () =>
    (await database.postingState.findFirstOrThrow({ where: { subscriberId } })).starredAt !== null
  await starAt(referenceAt + 60_000, true)
  await starAt(referenceAt + 70_000, false, 40_000)
  expect(await isStarred()).toBe(true)
  await starAt(referenceAt + 80_000, false, 5_000)
  expect(await isStarred()).toBe(false)
})
