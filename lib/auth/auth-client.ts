import { inferAdditionalFields } from 'better-auth/client/plugins'
import { createAuthClient } from 'better-auth/react'

/**
 * The browser's side of signing in. Its functions answer `{ data, error }`; `error.message` is for people.
 * Used by the screens: `signIn.email`, `signOut`, `useSession` (also renews the cookie), `changePassword` (ends all
 * other sessions), `listSessions`, `revokeSession({ token })`, `revokeOtherSessions`, `updateUser({ name })`.
 */
export const authClient = createAuthClient({
  basePath: '/api/auth',
  plugins: [inferAdditionalFields({ user: { role: { type: 'string', input: false } } })],
})

/** Makes an account and signs it in. `invitation` is the secret from an invitation's link, where one is needed. */
export async function signUp(account: {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly invitation?: string
}) {
  return authClient.signUp.email({ ...account })
}
