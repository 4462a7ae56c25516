import { beforeEach, expect } from 'vitest'
import type { RouteContext } from '#lib/api/http/route.ts'
import { findSubscriber } from '#lib/auth/requests/require-subscriber.ts'
import type { Database } from '#lib/store/connection/database.ts'
import {
  cookiesOf,
  forgetAccounts,
  goodPassword,
  postAuth,
  publicUrl,
} from '#tests/support/world/accounts.ts'
import { withServerDatabase } from '#tests/support/servers/server-database.ts'

type Handler = (request: Request, context: RouteContext) => Promise<Response>
type Module = Readonly<Partial<Record<'GET' | 'POST' | 'PATCH' | 'DELETE', Handler>>>

/** A browser that is signed in: the cookies of its session. */
export type Browser = { readonly cookie: string; readonly email: string }

/** Makes an account as the sign-up page does, and keeps its session. */
export async function signUp(name: string): Promise<Browser> {
  const email = `${name}@example.org`
  const answer = await postAuth('/sign-up/email', { name, email, password: goodPassword })
  if (!answer.ok) throw new Error(await answer.text())
  return { cookie: cookiesOf(answer), email }
}

export type Credentials = { readonly email: string; readonly password: string }

/** Ada of `withAccount`. */
export const ada: Credentials = { email: 'ada@example.org', password: goodPassword }

/** A database for all tests of a file; before each, Ada has just signed up, and nobody else has. */
export function withAccount(): { readonly database: Database } {
  const server = withServerDatabase()
  beforeEach(async () => {
    await forgetAccounts(server.database)
    await postAuth('/sign-up/email', { ...ada, name: 'Ada' })
  })
  return server
}

/** The cookies of another session of an account. */
export async function signInAs(credentials: Credentials): Promise<string> {
  const answer = await postAuth('/sign-in/email', credentials)
  expect(answer.status).toBe(200)
  return cookiesOf(answer)
}

/** Whose session these cookies hold. */
export function whoIs(cookie: string) {
  return findSubscriber(new Headers({ cookie }))
}

/** Calls a route as a browser on our page does; null: a browser that is not signed in. */
export async function browse(
  browser: { readonly cookie: string } | null,
  module: Module,
  call: {
    readonly method?: keyof Module
    readonly body?: unknown
    readonly params?: Readonly<Record<string, string>>
    readonly query?: string
    readonly address?: string
  } = {},
): Promise<{ readonly status: number; readonly body: Record<string, unknown> }> {
  const { method = 'GET', body, params = {}, query = '', address = '203.0.113.9' } = call
  const handler = module[method]
  if (handler === undefined) throw new Error(`The route has no ${method}.`)
  const request = new Request(`${publicUrl}/api/v1/route${query}`, {
    method,
    headers: {
      'x-forwarded-for': address,
      'sec-fetch-site': 'same-origin',
      ...(browser === null ? {} : { cookie: browser.cookie }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const response = await handler(request, { params: Promise.resolve(params) })
  const text = await response.text()
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) }
}
