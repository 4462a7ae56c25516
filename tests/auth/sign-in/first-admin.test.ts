import { afterAll, beforeAll, expect, test } from 'vitest'
import { PATCH as patchSettings } from '#app/api/v1/admin/settings/route.ts'
import { firstAdminLink } from '#lib/auth/sign-in/first-admin.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { readSignUpMode } from '#lib/store/accounts/accounts.ts'
import {
  addSubscriber,
  goodPassword,
  postAuth,
  requestWith,
  startServerDatabase,
} from '#tests/support/world/accounts.ts'

let database: Database
let stop: () => Promise<void>

beforeAll(async () => {
  ;({ database, stop } = await startServerDatabase({ HOST: '0.0.0.0' }))
})
afterAll(async () => {
  Reflect.deleteProperty(process.env, 'HOST')
  await stop()
})

function signUp(name: string, invitation?: string) {
  const account = { name, email: `${name}@example.org`, password: goodPassword }
  return postAuth('/sign-up/email', { ...account, ...(invitation === undefined ? {} : { invitation }) })
}

test('on a server that others reach the link of the start alone makes the first admin, once; others come by invitation', async () => {
  const link = new URL((await firstAdminLink()) ?? '')
  expect(link.pathname).toBe('/first-run')
  const key = link.searchParams.get('key') ?? ''
  for (const wrong of [undefined, '', 'x', `${key}x`, key.toLowerCase()]) {
    const refused = await signUp('eve', wrong)
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'FIRST_LINK_NEEDED' }])
  }
  expect(await database.user.count()).toBe(0)
  expect((await signUp('ada', key)).status).toBe(200)
  expect(await database.user.findMany({ select: { role: true } })).toEqual([{ role: 'admin' }])
  expect(await firstAdminLink()).toBeNull()
  expect(await readSignUpMode(database)).toBe('invitation')
  for (const late of [undefined, key]) {
    const refused = await signUp('bob', late)
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'INVITATION_NOT_VALID' }])
  }
})

test('a server that was tried at one’s own machine takes people by invitation once others reach it, until its admin opens it', async () => {
  await database.user.deleteMany()
  await database.serverSettings.deleteMany()
  const { token } = await addSubscriber(database, { name: 'root', role: 'admin' })
  await database.serverSettings.create({ data: { id: 1 } })
  const refused = await signUp('bob')
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'INVITATION_NOT_VALID' }])
  const request = requestWith(token, '/api/v1/admin/settings', 'PATCH', { signUp: 'open' })
  const changed = await patchSettings(request, { params: Promise.resolve({}) })
  expect(await changed.json()).toMatchObject({ signUp: 'open' })
  expect((await signUp('bob')).status).toBe(200)
})
