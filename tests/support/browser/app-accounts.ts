import { randomBytes } from 'node:crypto'

/** An account of a running Skylark, with the cookies of a session. */
export type AppAccount = {
  readonly appUrl: string
  readonly name: string
  readonly email: string
  readonly password: string
  readonly cookies: readonly { readonly name: string; readonly value: string; readonly url: string }[]
}

/** The application and the admin that tests/support/browser/shared-app.ts made. */
export function sharedApp(): {
  readonly url: string
  readonly databaseUrl: string
  readonly admin: AppAccount
} {
  const text = process.env['TEST_APP']
  if (text === undefined) throw new Error('No application runs: is this file in the vitest project "e2e"?')
  return JSON.parse(text) as ReturnType<typeof sharedApp>
}

/** Makes an account as the sign-up page does, from an address of its own: sign-ups are counted per address. */
export async function signUpThroughApi(appUrl: string, name: string): Promise<AppAccount> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}.${randomBytes(4).toString('hex')}@example.org`
  const password = 'correct horse battery'
  const [a = 0, b = 0] = randomBytes(2)
  const response = await fetch(`${appUrl}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: appUrl, 'x-forwarded-for': `198.18.${a}.${b}` },
    body: JSON.stringify({ name, email, password }),
  })
  if (!response.ok) throw new Error(`${email} got no account: ${response.status} ${await response.text()}`)
  const cookies = response.headers.getSetCookie().map((cookie) => {
    const [pair = ''] = cookie.split(';')
    const [cookieName = '', ...value] = pair.split('=')
    return { name: cookieName, value: value.join('='), url: appUrl }
  })
  return { appUrl, name, email, password, cookies }
}

/** Calls the JSON API as this account; the answer's body. For what a test needs but does not show. */
export async function callApi<T>(
  account: AppAccount,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await fetch(`${account.appUrl}/api/v1${path}`, {
    method,
    headers: {
      cookie: account.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      origin: account.appUrl,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return (response.status === 204 ? undefined : await response.json()) as T
}
