import { afterAnswer } from '#lib/runtime/after-answer.ts'
import { type AppRefusal, appRefusals } from '#lib/api/accounts/reader-apps.ts'
import { createGate } from '#lib/documents/door/gate.ts'
import { findAccountByEmail, findPasswordHash } from '#lib/store/accounts/accounts.ts'
import { listApiTokens } from '#lib/store/accounts/api-tokens.ts'
import { findFailedSignIn, recordAct } from '#lib/store/ground/audit-log.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { findAppPassword, isNamed } from './app-passwords.ts'
import { serverAuth } from '#lib/auth/sign-in/auth.ts'
import { passwordLength } from '#lib/auth/sign-in/password-length.ts'
import { clientAddress } from '#lib/api/http/client-address.ts'
import type { ReaderAppNews } from '#lib/api/accounts/account.ts'
import { DAY_MS } from '#lib/policy/basics/time.ts'

/** Comparing with an account's own password is dear (scrypt): one at a time, and who finds many waiting goes without. */
const gate = createGate(1, 20)

/**
 * Records that a reader app was not let in, and why, for the owner of the account. Without what was typed: it may be a password in
 * the wrong field. After the answer, so that who guesses learns nothing from the time it takes.
 */
export function recordRefusedApp(
  database: Database,
  request: Request,
  login: string,
  password: string,
): void {
  const address = clientAddress(request.headers)
  const now = new Date()
  afterAnswer(async () => {
    const { subjectId, why } = await judge(database, login, password)
    const act = { act: 'sign-in-failed', subjectId, address, detail: why ?? '' } as const
    await recordAct(database, act, now)
  })
}

/** The settings' view of the account's reader apps: who signed in last, and who was not let in during the last day. */
export async function readReaderAppNews(
  database: Database,
  userId: string,
  now: Date,
): Promise<ReaderAppNews> {
  const since = new Date(now.getTime() - DAY_MS)
  const refused = await findFailedSignIn(database, { subjectId: userId, details: appRefusals, since })
  const why = appRefusals.find((each) => each === refused?.detail)
  return {
    signedIn: await lastUse(database, userId),
    refused:
      refused === null || why === undefined
        ? null
        : { why, at: refused.at.toISOString(), address: refused.address },
  }
}

async function lastUse(database: Database, userId: string): Promise<ReaderAppNews['signedIn']> {
  const uses = (await listApiTokens(database, userId)).flatMap(({ name, kind, lastUsedAt }) =>
    kind === 'app' && lastUsedAt !== null ? [{ name, at: lastUsedAt.toISOString() }] : [],
  )
  return uses.sort((a, b) => b.at.localeCompare(a.at))[0] ?? null
}

/** Whose account it is about, and what was wrong; null: no account, or nothing that can be said of it. */
async function judge(
  database: Database,
  login: string,
  password: string,
): Promise<{ readonly subjectId: string | null; readonly why: AppRefusal | null }> {
  const known = await findAppPassword(database, password)
  // Nobody guesses an app password: whoever has it acts for its owner. With the right name, the account is locked.
  if (known !== null) return { subjectId: known.id, why: isNamed(known, login) ? null : 'other-login' }
  const subject = await findAccountByEmail(database, login.trim().replaceAll('\0', ''))
  if (subject === null) return { subjectId: null, why: null }
  const isOwn = await gate.pass(() => isOwnPassword(database, subject.id, password))
  if (isOwn === null) return { subjectId: subject.id, why: null }
  return { subjectId: subject.id, why: isOwn ? 'own-password' : 'wrong-app-password' }
}

async function isOwnPassword(database: Database, userId: string, password: string): Promise<boolean> {
  const hash = await findPasswordHash(database, userId)
  if (hash === null || password.length > passwordLength.max) return false
  const { password: hasher } = await serverAuth().$context
  return hasher.verify({ hash, password })
}
