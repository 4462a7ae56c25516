import { createHash } from 'node:crypto'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { findBan } from '#lib/store/accounts.ts'
import { clearAttempts, countAttempt } from '#lib/store/attempts.ts'
import type { Database } from '#lib/store/database.ts'
import { runningTransaction } from './auth-adapter.ts'
import { refuseHopeless, type Admit } from './sign-up-rule.ts'
import { isBanned } from './subscriber.ts'

/** Wrong passwords per account, from wherever they come; the limit per address is better-auth's. */
const attemptsPerAccount = { max: 10, windowMs: 60_000 } as const

const longestName = 100

/** What happens around better-auth's endpoints: limits per account, the sign-up rule, ending of sessions. */
export function endpointHooks(database: Database) {
  return {
    before: createAuthMiddleware(async (context) => {
      const body: unknown = context.body
      if (context.path === '/sign-in/email') await refuseGuessing(database, textIn(body, 'email') ?? '')
      // Only what comes over HTTP: `npm run user` makes accounts whatever the sign-up mode is.
      if (context.path === '/sign-up/email' && context.request !== undefined)
        await refuseHopeless(database, textIn(body, 'invitation'))
      if (context.path === '/sign-up/email' || context.path === '/update-user') {
        refuseBadName(body, context.path)
        refuseNul(body)
      }
      // A changed password ends all other sessions, whatever the caller asked for.
      if (context.path === '/change-password') return { context: { body: { revokeOtherSessions: true } } }
    }),
    after: createAuthMiddleware(async (context) => {
      const session = context.context.newSession
      if (context.path === '/sign-in/email' && session !== null && session !== undefined)
        await clearAttempts(database, accountKey(session.user.email))
    }),
  }
}

/** What happens around better-auth's writes: who becomes an account in which role, and who may have a session. */
export function databaseHooks(database: Database, admit: Admit) {
  return {
    user: {
      create: {
        before: async (user: { email: string }, context: { body?: unknown } | null) => {
          const transaction = runningTransaction()
          if (transaction === null) throw new Error('An account is made outside of a transaction.')
          const newcomer = { email: user.email, invitation: textIn(context?.body, 'invitation') }
          return { data: { ...user, role: await admit(transaction, newcomer) } }
        },
      },
    },
    session: {
      create: {
        before: async (session: { userId: string }) => {
          const ban = await findBan(runningTransaction() ?? database, session.userId)
          if (ban === null || !isBanned(ban, new Date())) return
          throw new APIError('FORBIDDEN', { code: 'ACCOUNT_LOCKED', message: 'This account is locked.' })
        },
      },
    },
  }
}

async function refuseGuessing(database: Database, email: string): Promise<void> {
  if (await countAttempt(database, accountKey(email), attemptsPerAccount, Date.now())) return
  throw new APIError('TOO_MANY_REQUESTS', {
    code: 'TOO_MANY_ATTEMPTS',
    message: 'Too many attempts for this account. Wait a minute.',
  })
}

/** Hashed, so that mistyped addresses (or passwords in the wrong field) do not stay in the database. */
function accountKey(email: string): string {
  return `account|${createHash('sha256').update(email.trim().toLowerCase()).digest('hex')}`
}

function refuseBadName(body: unknown, path: string): void {
  const name = textIn(body, 'name')
  if (name === null && path === '/update-user') return
  if (name !== null && name.trim() !== '' && name.length <= longestName) return
  const message = `name: must have 1 to ${longestName} characters`
  throw new APIError('BAD_REQUEST', { code: 'INVALID_NAME', message })
}

/** NUL in what is stored as text: JSON can say it, PostgreSQL cannot hold it. */
function refuseNul(body: unknown): void {
  const field = ['name', 'image'].find((name) => textIn(body, name)?.includes('\0'))
  if (field === undefined) return
  const message = `${field}: must not contain the character NUL`
  throw new APIError('BAD_REQUEST', { code: 'INVALID_INPUT', message })
}

function textIn(body: unknown, field: string): string | null {
  if (typeof body !== 'object' || body === null || !(field in body)) return null
  const value: unknown = Reflect.get(body, field)
  return typeof value === 'string' ? value : null
}
