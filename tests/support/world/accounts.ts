import { POST as authPost } from '#app/api/auth/[...all]/route.ts'
import { createToken } from '#lib/auth/identity/tokens.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { createTestDatabase } from '#tests/support/servers/database.ts'
import { endProcessState } from '#tests/support/measure/process-state.ts'

export const publicUrl = 'http://localhost:3000'
export const goodPassword = 'correct horse battery'

/** Points this process's web server (the routes called as functions) at a database of its own. Call it in beforeAll. */
export async function startServerDatabase(
  environment: Readonly<Record<string, string>> = {},
): Promise<{ readonly database: Database; readonly url: string; readonly stop: () => Promise<void> }> {
  const { url, drop } = await createTestDatabase()
  await endProcessState() // late work of the file before may have opened its database again
  Object.assign(process.env, {
    DATABASE_URL: url,
    AUTH_SECRET: 'a secret of the tests, at least 32 characters',
    PUBLIC_URL: publicUrl,
    ...environment,
  })
  const database = serverDatabase()
  return {
    database,
    url,
    stop: async () => {
      await database.$disconnect()
      await drop()
    },
  }
}

/** Empties what accounts leave: themselves with all that is theirs, links under way, counted attempts, recorded acts. */
export async function forgetAccounts(database: Database): Promise<void> {
  await database.user.deleteMany()
  await database.oneTimeSecret.deleteMany()
  await database.rateLimit.deleteMany()
  await database.auditEntry.deleteMany()
}

/** An account straight in the database, of a proved address, with a token to act for it. */
export async function addSubscriber(
  database: Database,
  options: { readonly name: string; readonly role?: 'admin' | 'subscriber' },
): Promise<{ readonly id: string; readonly email: string; readonly token: string }> {
  const email = `${options.name}@example.org`
  const user = await database.user.create({
    data: {
      id: `user-${options.name}`,
      email,
      emailVerified: true,
      name: options.name,
      role: options.role ?? 'subscriber',
    },
  })
  const { token } = await createToken(database, user.id, 'tests')
  return { id: user.id, email, token }
}

/** A request to a route of ours, as a program with a token sends it. */
export function requestWith(token: string | null, path: string, method = 'GET', body?: unknown): Request {
  return new Request(`${publicUrl}${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}

let lastAddress = 0

/** POST to better-auth as a browser on our page sends it; each call from an address of its own unless one is given. */
export async function postAuth(
  path: string,
  body: unknown,
  options: {
    readonly cookie?: string
    readonly address?: string
    readonly origin?: string
    readonly userAgent?: string
  } = {},
): Promise<Response> {
  lastAddress += 1
  const address = options.address ?? `198.18.${lastAddress >> 8}.${lastAddress & 255}`
  return authPost(
    new Request(`${publicUrl}/api/auth${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: options.origin ?? publicUrl,
        'x-forwarded-for': address,
        ...(options.cookie === undefined ? {} : { cookie: options.cookie }),
        ...(options.userAgent === undefined ? {} : { 'user-agent': options.userAgent }),
      },
      body: JSON.stringify(body),
    }),
  )
}

/** The cookies of an answer as the browser sends them back. */
export function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ')
}
