import { beforeEach, expect } from 'vitest'
import * as passkeys from '#app/api/v1/passkeys/route.ts'
import * as options from '#app/api/v1/passkeys/options/route.ts'
import type { PasskeyItem } from '#lib/api/accounts/sign-in.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { cookiesOf, forgetAccounts, goodPassword, postAuth } from '#tests/support/world/accounts.ts'
import { softwarePasskey } from './authenticator.ts'
import { withServerDatabase } from '#tests/support/servers/server-database.ts'
import { browse, signUp, type Browser } from './signed-in.ts'

export type Challenge = {
  readonly challenge: string
  readonly rpId?: string
  readonly rp?: { readonly id: string }
}

/** The challenge for a browser when its owner wants to add a passkey. */
export async function registration(browser: Browser): Promise<Challenge> {
  const answer = await browse(browser, options, { method: 'POST', body: { password: goodPassword } })
  expect(answer.status).toBe(200)
  return answer.body as Challenge
}

/** Hands over the passkey that the browser made. */
export function handOver(browser: Browser, response: unknown, name = 'Laptop') {
  return browse(browser, passkeys, { method: 'POST', body: { name, response } })
}

/** Adds a passkey to an account. */
export async function addKey(
  browser: Browser,
  key: ReturnType<typeof softwarePasskey>,
): Promise<PasskeyItem> {
  const answer = await handOver(browser, key.make(await registration(browser)))
  expect(answer.status).toBe(201)
  return answer.body as PasskeyItem
}

/** The challenge for the sign-in page, in a browser with these cookies. */
export async function challenge(
  cookie?: string,
): Promise<{ readonly asked: Challenge; readonly cookie: string }> {
  const answer = await postAuth('/passkey/options', {}, cookie === undefined ? {} : { cookie })
  return { asked: (await answer.json()) as Challenge, cookie: cookiesOf(answer) }
}

/** A database for all tests of a file; before each, Ada has just signed up, and holds a key that no account knows yet. */
export function withPasskeyOwner(): {
  readonly database: Database
  readonly ada: Browser
  readonly key: ReturnType<typeof softwarePasskey>
} {
  const server = withServerDatabase()
  let ada: Browser = { cookie: '', email: '' }
  let key = softwarePasskey()
  beforeEach(async () => {
    await forgetAccounts(server.database)
    ada = await signUp('ada')
    key = softwarePasskey()
  })
  return {
    get database() {
      return server.database
    },
    get ada() {
      return ada
    },
    get key() {
      return key
    },
  }
}
