import { beforeAll, describe, expect, test } from 'vitest'
import * as delay from '#app/api/v1/admin/delay/route.ts'
import * as invitations from '#app/api/v1/admin/invitations/route.ts'
import * as adminSources from '#app/api/v1/admin/sources/route.ts'
import * as users from '#app/api/v1/admin/users/route.ts'
import * as discover from '#app/api/v1/discover/route.ts'
import * as folders from '#app/api/v1/folders/route.ts'
import * as folder from '#app/api/v1/folders/[id]/route.ts'
import * as postings from '#app/api/v1/postings/route.ts'
import * as posting from '#app/api/v1/postings/[id]/route.ts'
import * as state from '#app/api/v1/postings/state/route.ts'
import * as subscriptions from '#app/api/v1/subscriptions/route.ts'
import * as subscription from '#app/api/v1/subscriptions/[id]/route.ts'
import { addSubscriber, cookiesOf, goodPassword, postAuth } from '#tests/support/world/accounts.ts'
import { callRoute, type Call, type RouteModule } from '#tests/support/api/call-route.ts'
import { addPostings, addSubscription } from '#tests/support/world/reading.ts'
import { serverDatabaseOfFile } from '#tests/support/servers/server-database.ts'

const { database } = await serverDatabaseOfFile()
let admin: { readonly id: string; readonly token: string }
let own: { readonly id: string }

beforeAll(async () => {
  admin = await addSubscriber(database, { name: 'admin', role: 'admin' })
  const { subscriptionId, sourceId } = await addSubscription(database, admin.id, 'own')
  own = { id: `${subscriptionId}` }
  await addPostings(database, sourceId, [{ title: 'Seen' }])
})

const query = (module: RouteModule, text: string): Call => ({ module, query: `?${text}` })
const post = (module: RouteModule, body: unknown): Call => ({ module, method: 'POST', body })

/** The field that the answer has to name, and a call that PostgreSQL would refuse. */
const refused: readonly (readonly [string, () => Call])[] = [
  ['name', () => post(folders, { name: 'a\0b' })],
  ['note', () => post(invitations, { note: 'a\0b' })],
  ['input', () => post(discover, { input: 'a\0b' })],
  ['url', () => post(subscriptions, { url: 'https://a.example/\0' })],
  ['folderName', () => post(subscriptions, { url: 'https://a.example/', folderName: 'a\0b' })],
  ['title', () => post(subscriptions, { url: 'https://a.example/', title: 'a\0b' })],
  [
    'ownTitle',
    () => ({
      module: subscription,
      method: 'PATCH',
      params: own,
      body: { ownTitle: 'a\0b', folderId: null },
    }),
  ],
  ['ids.1', () => post(state, { ids: ['1', '2\0'], isRead: true })],
  ['search', () => query(adminSources, 'search=a%00b')],
  ['cursor', () => query(users, 'cursor=%00')],
  ['cursor', () => query(postings, 'cursor=%00')],
  ['id', () => ({ module: posting, params: { id: '1\0' } })],
  ['id', () => ({ module: folder, method: 'PATCH', params: { id: '\0' }, body: { name: 'x' } })],
  ['position', () => post(folders, { name: 'far', position: 2_147_483_648 })],
  ['position', () => post(folders, { name: 'far', position: 2_147_483_647 })],
  ['cursor', () => query(postings, 'cursor=-999999999999999-1')],
  ['cursor', () => query(postings, 'cursor=999999999999999-1')],
  ['cursor', () => query(postings, `cursor=${Date.UTC(10_000, 0)}-1`)],
  ['since', () => query(delay, 'since=0000-01-01T00:00:00Z')],
  ['since', () => query(delay, 'since=0001-01-01T00:00:00%2B23:59')],
  ['since', () => query(delay, 'since=9999-12-31T23:59:59-23:59')],
]

describe('what the database cannot hold is refused by name', () => {
  test.each(refused)('%s, case %#', async (field, call) => {
    expect(await callRoute(admin.token, call())).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_input', field, message: expect.stringContaining(field) } },
    })
  })
})

test('what is just inside the bounds is taken', async () => {
  for (const instant of ['1970-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])
    expect(await callRoute(admin.token, query(delay, `since=${instant}`))).toMatchObject({ status: 200 })
  for (const at of [Date.parse('0001-01-01T00:00:00Z'), 0, Date.parse('9999-12-31T23:59:59.999Z')])
    expect(await callRoute(admin.token, query(postings, `cursor=${at}-1`)), `${at}`).toMatchObject({
      status: 200,
      body: { postings: at > Date.now() ? [{ title: 'Seen' }] : [] },
    })
  const last = await callRoute(admin.token, post(folders, { name: 'last', position: 1_000_000 }))
  expect(last.status).toBe(201)
  expect(await callRoute(admin.token, post(folders, { name: 'after the last' }))).toMatchObject({
    status: 201,
    body: { position: 1_000_001 },
  })
})

describe('accounts', () => {
  const account = { email: 'nul@example.org', password: goodPassword, name: 'Nul' }

  test.each(['name', 'image'])('with a NUL in their %s are not made, nor changed so', async (field) => {
    const message = `${field}: must not contain the character NUL`
    const email = `${field}@example.org`
    const made = await postAuth('/sign-up/email', { ...account, email, [field]: 'a\0b' })
    expect([made.status, await made.json()]).toEqual([400, { code: 'INVALID_INPUT', message }])
    const cookie = cookiesOf(await postAuth('/sign-up/email', { ...account, email }))
    const changed = await postAuth('/update-user', { [field]: 'a\0b' }, { cookie })
    expect([changed.status, await changed.json()]).toEqual([400, { code: 'INVALID_INPUT', message }])
    expect(await database.user.findUnique({ where: { email } })).toMatchObject({ name: 'Nul', image: null })
  })

  test('are not found by a NUL', async () => {
    const byEmail = await postAuth('/sign-in/email', { ...account, email: 'a\0b@example.org' })
    const byPassword = await postAuth('/sign-in/email', { ...account, password: 'a\0b' })
    expect([byEmail.status, byPassword.status]).toEqual([400, 401])
  })
})
