import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { GET as me } from '#app/api/v1/me/route.ts'
import { POST as fever } from '#app/fever/[[...path]]/route.ts'
import { createAppPassword } from '#lib/auth/requests/app-passwords.ts'
import { createToken } from '#lib/auth/identity/tokens.ts'
import { answerVisit } from '#lib/runtime/known-visits.ts'
import { publicUrl } from '#tests/support/world/accounts.ts'
import { ada, signInAs, withAccount } from '#tests/support/browser/signed-in.ts'

const server = withAccount()
const context = { params: Promise.resolve({}) }

/** Whether the web server is told, while it is answered, that a request is somebody's. */
async function isProved(answer: () => Promise<Response>): Promise<boolean> {
  let isKnown = false
  await new Promise((resolve) => {
    answerVisit({ prove: () => (isKnown = true), refuse: () => undefined, hurry: () => undefined }, () =>
      resolve(answer()),
    )
  })
  return isKnown
}

const asks = (headers: Readonly<Record<string, string>>) =>
  isProved(() => me(new Request(`${publicUrl}/api/v1/me`, { headers }), context))

test('sessions and tokens are somebody’s, what is made up or ended is not', async () => {
  const { id } = await server.database.user.findFirstOrThrow()
  const { token } = await createToken(server.database, id, 'tests')
  const cookie = await signInAs(ada)
  expect([await asks({ cookie }), await asks({ authorization: `Bearer ${token}` })]).toEqual([true, true])
  expect(await asks({})).toBe(false)
  expect(await asks({ authorization: `Bearer ${token}x`, cookie })).toBe(false)
  await server.database.session.deleteMany()
  await server.database.apiToken.deleteMany()
  expect([await asks({ cookie }), await asks({ authorization: `Bearer ${token}` })]).toEqual([false, false])
})

test('a reader app that shows its key in the body is somebody’s', async () => {
  const owner = await server.database.user.findFirstOrThrow()
  const app = await createAppPassword(server.database, owner, 'Phone', true)
  const asksBy = (password: string) => {
    const key = createHash('md5').update(`${owner.email}:${password}`).digest('hex')
    const body = new URLSearchParams({ api_key: key })
    return isProved(() => fever(new Request(`${publicUrl}/fever/?api`, { method: 'POST', body }), context))
  }
  expect([await asksBy(app.token), await asksBy('wrong')]).toEqual([true, false])
})
