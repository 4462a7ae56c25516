import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSignUpMode } from '#lib/store/accounts/accounts.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { goodPassword, postAuth, startServerDatabase } from '#tests/support/world/accounts.ts'

let database: Database
let stop: () => Promise<void>

beforeAll(async () => {
  ;({ database, stop } = await startServerDatabase({ HOST: '127.0.0.1' }))
})
afterAll(async () => {
  Reflect.deleteProperty(process.env, 'HOST')
  await stop()
})

function signUp(name: string, whoJoins: string) {
  const account = { name, email: `${name}@example.org`, password: goodPassword, whoJoins }
  return postAuth('/sign-up/email', account, { cookie: 'theme=dark; language=ja' })
}

test('the first account closes sign-up to all who were not invited, and nobody after it opens it again', async () => {
  expect((await signUp('ada', 'invitation')).status).toBe(200)
  expect(await readSignUpMode(database)).toBe('invitation')
  const refused = await signUp('bob', 'open')
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'INVITATION_NOT_VALID' }])
  expect(await readSignUpMode(database)).toBe('invitation')
})

test('an account keeps the language that was chosen before it was made, for its mails too', async () => {
  expect(await database.user.findMany({ select: { name: true, language: true } })).toEqual([
    { name: 'ada', language: 'ja' },
  ])
})
