import { APIError, isAPIError } from 'better-auth/api'
import { z } from 'zod'
import { tokenRequest } from '#lib/api/accounts/account.ts'
import { ApiError } from '#lib/api/http/errors.ts'
import {
  endSessions,
  findAccountByEmail,
  changeLimits,
  hasNoAccounts,
  lockSignUp,
  makeAdmin,
  replacePassword,
  setLock,
} from '#lib/store/accounts/accounts.ts'
import { holdCredentials, type CheckedAccount } from '#lib/store/accounts/credentials-epoch.ts'
import { recordAct } from '#lib/store/ground/audit-log.ts'
import { deleteAccount } from '#lib/store/subscriptions/delete-account.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { deleteSecondFactor } from '#lib/store/accounts/second-factors.ts'
import { makeResetLink } from './password-reset.ts'
import { createAuth, type AuthSettings } from '#lib/auth/sign-in/auth.ts'
import { passwordLength } from '#lib/auth/sign-in/password-length.ts'
import { isWeakPassword } from '#lib/auth/sign-in/weak-password.ts'
import type { Subscriber } from '#lib/auth/identity/subscriber.ts'
import { createToken } from '#lib/auth/identity/tokens.ts'

/** An act that the operator asked for cannot be done; the message says why, in one line. */
export class UserError extends Error {}

type NewUserFields = {
  readonly email: string
  readonly password: string
  /** Null: the part of the address before the @. */
  readonly name: string | null
  readonly isAdmin: boolean
  /** Name of an API token to make for the account, or null. */
  readonly tokenName: string | null
}

/**
 * Makes an account as a sign-up in the browser would, whatever the sign-up mode is; the first one becomes admin.
 * Returns the new API token, or null when none was asked for. `by`: the admin who asks for it, whose ways in must not have ended since;
 * null: the command line. @throws UserError, ApiError not_signed_in
 */
export async function createUser(
  database: Database,
  settings: AuthSettings,
  user: NewUserFields,
  by: CheckedAccount | null = null,
): Promise<string | null> {
  if (!z.email().safeParse(user.email).success)
    throw new UserError(`"${user.email}" is not an e-mail address.`)
  const tokenName = user.tokenName === null ? null : checkTokenName(user.tokenName)
  const auth = createAuth(database, settings, async (transaction): Promise<Subscriber['role']> => {
    await lockSignUp(transaction)
    if (by !== null && !(await holdCredentials(transaction, by)))
      throw new APIError('UNAUTHORIZED', { code: notSignedIn })
    const isFirst = await hasNoAccounts(transaction)
    return user.isAdmin || isFirst ? 'admin' : 'subscriber'
  })
  const name = user.name ?? user.email.split('@')[0] ?? user.email
  const made = await auth.api
    .signUpEmail({ body: { email: user.email, password: user.password, name } })
    .catch((error: unknown) => {
      throw explain(error, user.email)
    })
  // Signing up also signs in, but nobody holds that session's cookie.
  await endSessions(database, made.user.id)
  if (tokenName === null) return null
  const { token } = await createToken(database, made.user.id, tokenName)
  await recordAct(database, { act: 'token-made', subjectId: made.user.id, detail: tokenName }, new Date())
  return token
}

/** The rule of POST /api/v1/tokens, so that no token has a name that the settings could not have given it. */
function checkTokenName(name: string): string {
  const parsed = tokenRequest.shape.name.safeParse(name)
  if (!parsed.success) throw new UserError('The name of a token must have 1 to 100 characters.')
  return parsed.data
}

/** Gives an account another password and ends all other ways into it. @throws UserError */
export async function setPassword(
  database: Database,
  settings: AuthSettings,
  email: string,
  password: string,
): Promise<void> {
  const account = await getAccount(database, email)
  if (password.length < passwordLength.min) throw new UserError(passwordTooShort)
  if (password.length > passwordLength.max) throw new UserError(passwordTooLong)
  if (await isWeakPassword(password)) throw new UserError(passwordTooWeak)
  const { password: hasher } = await createAuth(database, settings).$context
  const hash = await hasher.hash(password)
  await database.$transaction(async (transaction) => {
    const now = new Date()
    await replacePassword(transaction, account.id, hash, now)
    await recordAct(transaction, { act: 'password-changed', subjectId: account.id }, now)
  })
}

/** A link that sets a new password, to hand over. @throws UserError */
export async function resetLink(database: Database, email: string): Promise<string> {
  const account = await getAccount(database, email)
  const now = new Date()
  await recordAct(database, { act: 'reset-link-made', subjectId: account.id }, now)
  return makeResetLink(database, account.id, now)
}

/** Switches the second step of an account off. @throws UserError also when it is not on */
export async function switchOffSecondFactor(database: Database, email: string): Promise<void> {
  const account = await getAccount(database, email)
  if (!(await deleteSecondFactor(database, account.id)))
    throw new UserError(`${email} signs in without a second step.`)
  await recordAct(database, { act: 'second-factor-off', subjectId: account.id }, new Date())
}

/** Gives an account the rights of an admin. @throws UserError */
export async function promote(database: Database, email: string): Promise<void> {
  const { id } = await getAccount(database, email)
  await makeAdmin(database, id)
  await recordAct(database, { act: 'admin-made', subjectId: id }, new Date())
}

/** Unlocks an account. @throws UserError */
export async function unlock(database: Database, email: string): Promise<void> {
  const { id } = await getAccount(database, email)
  await database.$transaction(async (transaction) => {
    await setLock(transaction, id, false)
    await recordAct(transaction, { act: 'account-unlocked', subjectId: id }, new Date())
  })
}

/** Sets what one account may have at most; null: as the configuration says for all. @throws UserError */
export async function limit(
  database: Database,
  email: string,
  limits: Parameters<typeof changeLimits>[2],
): Promise<void> {
  const { id } = await getAccount(database, email)
  await database.$transaction(async (transaction) => {
    await changeLimits(transaction, id, limits)
    await recordAct(transaction, { act: 'settings-changed', subjectId: id }, new Date())
  })
}

/** Deletes an account with all that is its own; sources are planned without it by the next planning. @throws UserError */
export async function remove(database: Database, email: string): Promise<void> {
  const { id } = await getAccount(database, email)
  if ((await deleteAccount(database, id, null)) === 'last-admin')
    throw new UserError('This is the last admin. Make somebody else an admin first.')
}

async function getAccount(database: Database, email: string) {
  const account = await findAccountByEmail(database, email)
  if (account === null) throw new UserError(`There is no account for ${email}.`)
  return account
}

const passwordTooShort = `The password must have at least ${passwordLength.min} characters.`
const passwordTooWeak = 'The password is easy to guess. Use several unrelated words.'
const passwordTooLong = `The password must have at most ${passwordLength.max} characters.`

/** Said in an error of better-auth, which hands on no others. */
const notSignedIn = 'NOT_SIGNED_IN'

function explain(error: unknown, email: string): unknown {
  if (!isAPIError(error)) return error
  switch (error.body?.code) {
    case notSignedIn:
      return new ApiError('not_signed_in', 'signIn')
    case 'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL':
      return new UserError(`There is already an account for ${email}.`)
    case 'PASSWORD_TOO_SHORT':
      return new UserError(passwordTooShort)
    case 'PASSWORD_TOO_LONG':
      return new UserError(passwordTooLong)
    default:
      return new UserError(error.body?.message ?? error.message)
  }
}
