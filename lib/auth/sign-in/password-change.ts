import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint, sensitiveSessionMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { z } from 'zod'
import { changePassword, findPasswordHash } from '#lib/store/accounts/accounts.ts'
import { whileCredentialsHold } from '#lib/store/accounts/credentials-epoch.ts'
import { findLiveSession } from '#lib/store/accounts/sessions.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { passwordLength } from './password-length.ts'
import { startAgain } from './second-step.ts'

/**
 * POST /api/auth/change-password { currentPassword, newPassword }: ends all sessions, and begins another one in this browser. In place
 * of better-auth's own, which writes whatever became of the account while it compared the password.
 */
export function passwordChange(database: Database) {
  return {
    id: 'password-change',
    endpoints: {
      changePassword: createAuthEndpoint(
        '/change-password',
        {
          method: 'POST',
          body: z.object({ currentPassword: z.string(), newPassword: z.string() }),
          use: [sensitiveSessionMiddleware],
        },
        async (context) => {
          const { user, session } = context.context.session
          const { password: hasher, internalAdapter } = context.context
          const { currentPassword, newPassword } = context.body
          if (newPassword.length < passwordLength.min) throw refusal('PASSWORD_TOO_SHORT')
          if (Math.max(newPassword.length, currentPassword.length) > passwordLength.max)
            throw refusal('PASSWORD_TOO_LONG')
          const checked = await findLiveSession(database, session.token, new Date())
          const present = await findPasswordHash(database, user.id)
          if (checked === null || present === null) throw startAgain()
          if (!(await hasher.verify({ hash: present, password: currentPassword })))
            throw refusal('INVALID_PASSWORD')
          const hash = await hasher.hash(newPassword)
          const change = async (held: Database) =>
            held.$transaction(async (transaction) => changePassword(transaction, user.id, hash))
          const credentialsEpoch = await whileCredentialsHold(database, checked, change, 'alone')
          if (credentialsEpoch === 'ended') throw startAgain()
          const begun = await internalAdapter.createSession(user.id)
          const owner = { ...user, credentialsEpoch }
          await setSessionCookie(context, { session: begun, user: owner })
          return context.json({ user })
        },
      ),
    },
  } satisfies BetterAuthPlugin
}

const messages = {
  PASSWORD_TOO_SHORT: 'Password too short',
  PASSWORD_TOO_LONG: 'Password too long',
  INVALID_PASSWORD: 'Invalid password',
} as const

/** As better-auth says it. */
function refusal(code: keyof typeof messages): APIError {
  return new APIError('BAD_REQUEST', { code, message: messages[code] })
}
