import type { GenericEndpointContext } from 'better-auth'
import { APIError, createAuthMiddleware, getIP, getSessionFromCtx, isAPIError } from 'better-auth/api'
import type { AuditAct } from '#lib/api/server/audit.ts'
import { findAccountByEmail, findBan } from '#lib/store/accounts/accounts.ts'
import { holdCredentials } from '#lib/store/accounts/credentials-epoch.ts'
import { takeBackAttempt } from '#lib/store/accounts/attempts.ts'
import { recordAct } from '#lib/store/ground/audit-log.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { notify } from '#lib/store/connection/notify.ts'
import { hasSecondFactor } from '#lib/store/accounts/second-factors.ts'
import { removeUnusedSessions } from '#lib/store/accounts/sessions.ts'
import { runningTransaction } from './auth-adapter.ts'
import { clientAddress } from '#lib/api/http/client-address.ts'
import { accountKey, ownKey, pauseOfPassword, takeBackGuess } from '#lib/auth/identity/pause-of-guess.ts'
import { checkedOf, holdForSecondStep, startAgain, takeBackSession } from './second-step.ts'
import { passwordLength } from './password-length.ts'
import { refuseHopeless, type Admit } from './sign-up-rule.ts'
import { isWeakPassword } from './weak-password.ts'
import { isBanned } from '#lib/auth/identity/subscriber.ts'
import { signUpLanguage } from '#lib/words/languages.ts'
import { longestName } from '#lib/text/names.ts'

/** Browsers send some hundred characters; a head has room for 16,000, which each look at the list of sessions would send. */
const longestUserAgent = 500

/** Our hooks around better-auth's endpoints: limits per account, the sign-up rule, ending of sessions. */
export function endpointHooks(database: Database) {
  return {
    before: createAuthMiddleware(async (context) => {
      const body: unknown = context.body
      if (context.path === '/sign-in/email')
        await refuseGuessing(database, accountKey(textIn(body, 'email') ?? ''), context.headers)
      // Only what comes over HTTP: `npm run user` makes accounts whatever the sign-up mode is.
      if (context.path === '/sign-up/email' && context.request !== undefined)
        await refuseHopeless(database, textIn(body, 'invitation'))
      if (context.path === '/sign-up/email' || context.path === '/update-user') {
        refuseNul(body)
        refuseBadName(body, context.path)
      }
      if (context.path === '/sign-up/email') await refuseWeakPassword(textIn(body, 'password'))
      // Asked while there is one: who signs out is recorded.
      if (context.path === '/sign-out') await getSessionFromCtx(context, { disableRefresh: true })
      if (context.path !== '/change-password') return
      const session = await getSessionFromCtx(context)
      if (session !== null) {
        await refuseWeakPassword(textIn(body, 'newPassword'))
        await refuseGuessing(database, ownKey(session.user.id), context.headers)
      }
    }),
    after: createAuthMiddleware(async (context) => {
      const answer = context.context.returned
      if (!isAPIError(answer)) await takeBackAsked(database, context)
      await refuseEnded(database, context)
      if ((await settle(database, context, isAPIError(answer))) === 'held')
        return context.json({ needsSecondStep: true })
      if (context.request === undefined || isAPIError(answer) || answer instanceof Response) return
      if (typeof answer === 'object' && answer !== null) return context.json(withoutToken(answer))
    }),
  }
}

/**
 * Takes back a session that was just begun, by whichever kind of sign-in, where the account's ways in were ended since its user was read,
 * which comes before any check. Nobody has its cookie yet. Asked after it is stored, so that whoever ends them later finds it.
 */
async function refuseEnded(database: Database, context: GenericEndpointContext): Promise<void> {
  const begun = context.context.newSession
  if (begun === null || (await holdCredentials(database, checkedOf(begun.user)))) return
  await takeBackSession(context, begun.session)
  throw startAgain()
}

/** The consequences of an endpoint's answer; 'held': a sign-in that waits for its second step. */
async function settle(
  database: Database,
  context: GenericEndpointContext,
  isRefused: boolean,
): Promise<'held' | undefined> {
  const act = actOf[context.path]
  if (act === undefined) return
  if (isRefused) {
    await recordFailure(database, context)
    return
  }
  const session = context.context.newSession ?? (await getSessionFromCtx(context))
  if (session === null) return
  const { id, email } = session.user
  if (act === 'signed-in') await takeBackGuess(database, accountKey(email), headersOf(context))
  if (act === 'password-changed') await takeBackGuess(database, ownKey(id), headersOf(context))
  if (act === 'signed-in' && (await hasSecondFactor(database, id))) {
    await holdForSecondStep(database, context, session)
    return 'held'
  }
  await recordAct(database, { act, actorId: id, subjectId: id, address: addressOf(context) }, new Date())
  // Other windows of this browser, or of those whose sessions ended with the old password, ask anew who is signed in.
  if (act === 'signed-out' || act === 'password-changed')
    await notify(database, { type: 'account', subscriberId: id })
}

/** Paths that take a secret that others might guess at. */
const secretPaths = ['/sign-in/email', '/change-password', '/second-step', '/passkey/sign-in']

/** A request that gave a right secret counts for no address: an office may sign in at nine. The key is better-auth's. */
async function takeBackAsked(database: Database, context: GenericEndpointContext): Promise<void> {
  const { request, path } = context
  if (request === undefined || !secretPaths.includes(path)) return
  const address = getIP(request, context.context.options) ?? 'no-trusted-ip'
  await takeBackAttempt(database, `${address}|${path}`)
}

/** The event that a success at an endpoint is recorded as. */
const actOf: Readonly<Record<string, AuditAct>> = {
  '/sign-in/email': 'signed-in',
  '/sign-up/email': 'signed-up',
  '/change-password': 'password-changed',
  '/sign-out': 'signed-out',
}

async function recordFailure(database: Database, context: GenericEndpointContext): Promise<void> {
  if (context.path !== '/sign-in/email') return
  // Without the address that was typed: it may be a password in the wrong field.
  const subject = await findAccountByEmail(
    database,
    (textIn(context.body, 'email') ?? '').replaceAll('\0', ''),
  )
  const act = { act: 'sign-in-failed', subjectId: subject?.id ?? null, address: addressOf(context) } as const
  await recordAct(database, act, new Date())
}

function addressOf(context: GenericEndpointContext): string | null {
  return clientAddress(headersOf(context))
}

function headersOf({ headers = new Headers() }: GenericEndpointContext): Headers {
  return headers
}

/** Our hooks around better-auth's writes: who becomes an account in which role, and who may have a session. */
export function databaseHooks(database: Database, admit: Admit) {
  return {
    user: {
      create: {
        before: async (
          user: { email: string },
          context: { body?: unknown; headers?: Headers | undefined } | null,
        ) => {
          const transaction = runningTransaction()
          if (transaction === null) throw new Error('An account is made outside of a transaction.')
          const [invitation, whoJoins] = ['invitation', 'whoJoins'].map((name) => textIn(context?.body, name))
          const newcomer = { email: user.email, invitation: invitation ?? null, whoJoins: whoJoins ?? null }
          // Digests and alerts are mailed without a request that could tell the language.
          const language = signUpLanguage(context?.headers ?? new Headers())
          return { data: { ...user, language, role: await admit(transaction, newcomer) } }
        },
      },
    },
    session: {
      create: {
        before: async (session: { userId: string; userAgent?: string | null | undefined }) => {
          const store = runningTransaction() ?? database
          const ban = await findBan(store, session.userId)
          if (ban !== null && isBanned(ban, new Date()))
            throw new APIError('FORBIDDEN', { code: 'ACCOUNT_LOCKED', message: 'This account is locked.' })
          await removeUnusedSessions(store, session.userId)
          const userAgent = session.userAgent?.slice(0, longestUserAgent) ?? null
          return { data: { ...session, userAgent } }
        },
      },
    },
  }
}

async function refuseGuessing(
  database: Database,
  account: string,
  headers: Headers = new Headers(),
): Promise<void> {
  const pauseMs = await pauseOfPassword(database, account, headers)
  if (pauseMs === 0) return
  const body = {
    code: 'TOO_MANY_ATTEMPTS',
    message: 'Too many attempts for this account. Wait a minute.',
  }
  throw new APIError('TOO_MANY_REQUESTS', body, { 'retry-after': `${Math.ceil(pauseMs / 1000)}` })
}

/** One that is too short or too long is refused by its length, by better-auth. */
async function refuseWeakPassword(password: string | null): Promise<void> {
  if (password === null || password.length < passwordLength.min || password.length > passwordLength.max)
    return
  if (!(await isWeakPassword(password))) return
  const message = 'The password is easy to guess. Use several unrelated words.'
  throw new APIError('BAD_REQUEST', { code: 'PASSWORD_TOO_WEAK', message })
}

/** A name stands in lists of admins and in digests: it must not be a text of its own, nor lead anywhere. */
function refuseBadName(body: unknown, path: string): void {
  const name = textIn(body, 'name')
  if (name === null && path === '/update-user') return
  const isName = name !== null && name.trim() !== '' && !/[\p{Cc}\u2028\u2029]|:\/\//u.test(name)
  if (isName && name.length <= longestName.other) return
  const message = `name: must have 1 to ${longestName.other} characters, in one line, and no address`
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

/**
 * An answer of better-auth without the secret of the session, at its top or in its `session`. That belongs to the cookie
 * alone, which scripts cannot read.
 */
function withoutToken(answer: object): object {
  if (Array.isArray(answer)) return answer.map((one: unknown) => (isObject(one) ? withoutToken(one) : one))
  const rest: Record<string, unknown> = { ...answer }
  delete rest['token']
  const { session } = rest
  if (isObject(session)) rest['session'] = withoutToken(session)
  return rest
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
