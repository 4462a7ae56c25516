import { expect, test } from 'vitest'
import * as highlights from '#app/api/v1/postings/[id]/highlights/route.ts'
import * as note from '#app/api/v1/postings/[id]/note/route.ts'
import * as posting from '#app/api/v1/postings/[id]/route.ts'
import type { PostingDetail } from '#lib/api/postings/postings.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { broughtItem, exportAccount, importFile, starred } from '#tests/support/world/moving.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()

type State = { note: string; highlights: object[]; labels: string[]; isRead: boolean | null }
type Exported = { states: State[] }

const words = { quote: 'ago', before: 'Long ', behind: '.' }

/** An account with one star, its posting, and what it exports. */
async function addStarred(name: string) {
  const { token } = await addSubscriber(database, { name })
  await importFile(token, JSON.stringify({ items: [broughtItem] }))
  const [star] = await starred(token)
  const params = { id: String(star?.['id']) }
  return {
    token,
    write: (text: string) => callRoute(token, { module: note, method: 'PUT', params, body: { text } }),
    mark: (quote: string) =>
      callRoute(token, { module: highlights, method: 'POST', params, body: { ...words, quote } }),
    notes: async () => {
      const { body } = await callRoute(token, { module: posting, params })
      return (body as unknown as PostingDetail).notes
    },
    exported: async () => JSON.parse(await exportAccount(token)) as Exported,
    bring: (content: Exported) => importFile(token, JSON.stringify(content)),
  }
}

test('a note that is brought is joined with the one that is there, whole, and once', async () => {
  const one = await addStarred('one')
  const other = await addStarred('other')
  const long = 'x'.repeat(15_000)
  await one.write(`Mine ${long}`)
  await one.mark('Long')
  await other.write(`Theirs ${long}`)
  await other.mark('ago')
  const content = await other.exported()
  for (const added of [1, 0]) {
    expect(await one.bring(content)).toMatchObject([{ added, refusal: null }])
    expect(await one.notes()).toMatchObject({
      text: `Mine ${long}\n\nTheirs ${long}`,
      highlights: [{ quote: 'Long' }, { quote: 'ago' }],
    })
  }
  // What is longer than anybody types goes on with the account, and takes in what it was made from.
  expect(await other.bring(await one.exported())).toMatchObject([{ added: 1, refusal: null }])
  expect(await other.notes()).toMatchObject({ text: `Mine ${long}\n\nTheirs ${long}` })
  const empty = await addSubscriber(database, { name: 'empty' })
  expect(await importFile(empty.token, await exportAccount(one.token))).toMatchObject([
    { added: 1, refusal: null },
  ])
  const { states } = JSON.parse(await exportAccount(empty.token)) as Exported
  expect(states.map((state) => state.note)).toEqual([`Mine ${long}\n\nTheirs ${long}`])
})

test('what a file says twice of one posting is brought of both', async () => {
  const from = await addStarred('from')
  await from.write('First')
  const content = await from.exported()
  const [state] = content.states
  if (state === undefined) throw new Error('the star is missing')
  content.states.push({ ...state, note: 'Second', highlights: [words], labels: ['Kept'], isRead: true })
  const to = await addStarred('to')
  await to.bring(content)
  const { states } = await to.exported()
  expect(states).toMatchObject([
    { note: 'First\n\nSecond', highlights: [words], labels: ['Kept'], isRead: true },
  ])
})

test('a text has any number of highlights by imports', async () => {
  const one = await addStarred('many')
  const other = await addStarred('more')
  const content = await one.exported()
  const [state] = content.states
  const highlightsOf = (name: string) =>
    Array.from({ length: 150 }, (_, n) => ({ ...words, quote: `${name} ${n}` }))
  for (const name of ['a', 'b'])
    await one.bring({ ...content, states: [{ ...state, highlights: highlightsOf(name) } as State] })
  expect(await other.bring(await one.exported())).toMatchObject([{ refusal: null }])
  expect((await other.notes())?.highlights).toHaveLength(300)
})
