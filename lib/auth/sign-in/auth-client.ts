import { inferAdditionalFields } from 'better-auth/client/plugins'
import { createAuthClient } from 'better-auth/react'

/**
 * The browser's side of signing in. Its functions answer `{ data, error }`; `error.message` is for people.
 * Used by the screens: `signIn.email`, `changePassword` (ends all
 * other sessions), `updateUser({ name })`.
 */
export const authClient = createAuthClient({
  basePath: '/api/auth',
  fetchOptions: { customFetchImpl: fetchOrRefuse },
  plugins: [inferAdditionalFields({ user: { role: { type: 'string', input: false } } })],
})

/** A server that is gone refuses, too: a request that fails would otherwise throw, and leave its form waiting for ever. */
async function fetchOrRefuse(...request: Parameters<typeof fetch>): Promise<Response> {
  try {
    return await fetch(...request)
  } catch {
    return Response.json({ code: 'NO_ANSWER' }, { status: 503 })
  }
}

/**
 * Makes an account and signs it in. `invitation` is the secret from an invitation's link, where one is needed; `whoJoins` is
 * what the first account decides for those after it.
 */
export async function signUp(account: {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly invitation?: string
  readonly whoJoins?: 'invitation' | 'open'
}) {
  return authClient.signUp.email({ ...account })
}

type Refusal = { readonly code?: string; readonly message?: string; readonly status: number }

/** A code of the app or a recovery code, after the password. Null: signed in. */
export async function finishSecondStep(code: string): Promise<Refusal | null> {
  const { error } = await authClient.$fetch('/second-step', { method: 'POST', body: { code } })
  return error
}

/**
 * Signs in by a passkey: asked for by the browser at once, or (`byAutofill`) offered among what it fills in, until another
 * one is asked for. `signal` ends it before server and browser are asked. Null: signed in. 'stopped': the reader chose none.
 * 'unknown': this browser cannot.
 */
export async function signInByPasskey(options: {
  readonly byAutofill: boolean
  readonly signal?: AbortSignal
}): Promise<Refusal | null | 'stopped' | 'unknown'> {
  const { browserSupportsWebAuthn, browserSupportsWebAuthnAutofill, startAuthentication } =
    await import('@simplewebauthn/browser')
  if (!browserSupportsWebAuthn()) return 'unknown'
  if (options.byAutofill && !(await browserSupportsWebAuthnAutofill())) return 'unknown'
  type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']
  // One tab after the other: all share the cookie that the first is given.
  const asked = await navigator.locks.request('passkey-options', async () =>
    options.signal?.aborted === true
      ? null
      : authClient.$fetch<Options>('/passkey/options', { method: 'POST', body: {} }),
  )
  if (asked === null || options.signal?.aborted === true) return 'stopped'
  // An offer that nobody asked for fails without a word.
  if (asked.error !== null) return options.byAutofill ? 'stopped' : asked.error
  try {
    const response = await startAuthentication({
      optionsJSON: asked.data,
      useBrowserAutofill: options.byAutofill,
    })
    const { error } = await authClient.$fetch('/passkey/sign-in', { method: 'POST', body: { response } })
    return error
  } catch (error) {
    // An offer that nobody asked for ends without a word: the page was left, or the browser has none to make.
    if (options.byAutofill) return 'stopped'
    // The reader closed the question, or another one took its place.
    if (error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)) return 'stopped'
    throw error
  }
}
