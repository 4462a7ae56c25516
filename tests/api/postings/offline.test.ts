import { beforeAll, expect, test } from 'vitest'
import * as offline from '#app/api/v1/offline/route.ts'
import { addSubscriber } from '#tests/support/world/accounts.ts'
import { callRoute } from '#tests/support/api/call-route.ts'
import { addPostings, addSubscription } from '#tests/support/world/reading.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()
type Account = { readonly id: string; readonly token: string }
let reader: Account
let other: Account
let ids: string[]

beforeAll(async () => {
  reader = await addSubscriber(database, { name: 'reader' })
  other = await addSubscriber(database, { name: 'other' })
  const { sourceId } = await addSubscription(database, reader.id, 'kept')
  await addSubscription(database, other.id, 'kept')
  ids = (await addPostings(database, sourceId, [{}, {}, {}])).map(String)
})

const since = () => new Date(Date.now() + 3_600_000).toISOString() // nothing was found or edited after it
async function texts({ token }: Account, known?: object): Promise<string[]> {
  const answer = await callRoute(token, { module: offline, method: 'POST', body: { count: 100, known } })
  expect(answer.status).toBe(200)
  return (answer.body['texts'] as { id: string; html: string }[]).map(({ id }) => id).toSorted()
}

test('texts come with what the device does not hold, however long ago it was found', async () => {
  const [first = '', second = '', third = ''] = ids
  const asked = { userId: reader.id, since: since() }
  expect(await texts(reader, { ...asked, held: [first, third] })).toEqual([second])
  expect(await texts(reader, { ...asked, held: ids })).toEqual([])
  const { sourceId } = await addSubscription(database, other.id, 'subscribed-later')
  const [early] = (await addPostings(database, sourceId, [{}])).map(String)
  await addSubscription(database, reader.id, 'subscribed-later')
  expect(await texts(reader, { ...asked, held: ids })).toEqual([early])
  expect(await texts(reader)).toHaveLength(4) // who does not say what they hold gets all
})

test('what was edited since the answer before comes again, a little before it, too', async () => {
  const [first = '', second = ''] = ids
  const editedAt = new Date()
  await database.posting.update({ where: { id: BigInt(second) }, data: { editedAt } })
  const ask = (ms: number) => ({
    userId: reader.id,
    since: new Date(editedAt.getTime() + ms).toISOString(),
    held: [first, second],
  })
  expect(await texts(reader, ask(10_000))).toContain(second)
  expect(await texts(reader, ask(3_600_000))).not.toContain(second)
  await database.posting.update({ where: { id: BigInt(second) }, data: { editedAt: null } })
})

test('a held posting comes again when the text of its page was loaded since', async () => {
  const [first = '', second = ''] = ids
  const fetchedAt = new Date()
  const text = { postingId: BigInt(first), html: '<p>Whole</p>', fetchedAt, tries: 1 }
  await database.postingFullText.create({ data: text })
  const ask = (ms: number) => ({
    userId: reader.id,
    since: new Date(fetchedAt.getTime() + ms).toISOString(),
    held: [first, second],
  })
  expect(await texts(reader, ask(10_000))).toContain(first)
  expect(await texts(reader, ask(10_000))).not.toContain(second)
  expect(await texts(reader, ask(3_600_000))).not.toContain(first)
  await database.postingFullText.deleteMany()
})

test('what was held for another account counts for nothing', async () => {
  const held = { since: since(), held: ids }
  expect(await texts(other, { ...held, userId: reader.id })).toEqual(expect.arrayContaining(ids))
  const known = { ...held, userId: reader.id, held: ['1 OR 1'] }
  const call = { module: offline, method: 'POST', body: { count: 100, known } } as const
  expect((await callRoute(reader.token, call)).status).toBe(400)
})
