import { randomBytes } from 'node:crypto'
import { ApiError } from '#lib/api/http/errors.ts'
import { config } from '#lib/runtime/config.ts'
import { sendMail } from '#lib/mail/send-mail.ts'
import {
  findAccountByEmail,
  holdAccount,
  replacePassword,
  resetLinkMs,
} from '#lib/store/accounts/accounts.ts'
import { whileCredentialsHold } from '#lib/store/accounts/credentials-epoch.ts'
import { countAttempt } from '#lib/store/accounts/attempts.ts'
import { recordAct } from '#lib/store/ground/audit-log.ts'
import type { Database } from '#lib/store/connection/database.ts'
import {
  dropOneTimeSecrets,
  findOneTimeSecret,
  keepOneTimeSecret,
  takeOneTimeSecret,
} from '#lib/store/accounts/one-time-secrets.ts'
import { type Language, languageOfRequest, parseLanguage } from '#lib/words/languages.ts'
import { wordsOf } from '#lib/words/server-words.ts'
import { afterAnswer } from '#lib/runtime/after-answer.ts'
import { serverAuth } from '#lib/auth/sign-in/auth.ts'
import { passwordLength } from '#lib/auth/sign-in/password-length.ts'
import { isWeakPassword } from '#lib/auth/sign-in/weak-password.ts'
import { addressGroup, clientAddress } from '#lib/api/http/client-address.ts'
import { limitAttempts } from '#lib/auth/identity/limit-attempts.ts'
import { accountKey } from '#lib/auth/identity/pause-of-guess.ts'
import { hashSecret } from '#lib/auth/identity/secrets.ts'
import { HOUR_MS } from '#lib/policy/basics/time.ts'

const limits = {
  account: { max: 3, windowMs: HOUR_MS },
  address: { max: 20, windowMs: HOUR_MS, text: 'manyLinks' },
} as const

/**
 * Sends a link to whoever has an account with that address. The answer is the same, and as fast, for everybody, also above
 * the limit of the account: even that is looked at after it. The limit of the address that asks comes first, so that
 * whoever is above it uses up no links of others. @throws ApiError too_many_requests
 */
export async function askForReset(database: Database, email: string, headers: Headers): Promise<void> {
  const address = clientAddress(headers)
  await limitAttempts(database, `reset-address|${addressGroup(headers)}`, limits.address)
  afterAnswer(async () => {
    const now = new Date()
    if (!(await countAttempt(database, `reset-${accountKey(email)}`, limits.account, now.getTime()))) return
    const account = await findAccountByEmail(database, email)
    if (account === null || account.banned) return
    await recordAct(database, { act: 'password-reset-asked', subjectId: account.id, address }, now)
    const make = async (transaction: Database) => makeResetLink(transaction, account.id, now, account.email)
    const link = await whileCredentialsHold(database, account, make)
    if (link !== 'ended') await mailResetLink(link, account, languageOfRequest(headers))
  })
}

/** Mails a link for a new password, in the language of the account, else that of who asks; false when the mail was not taken. */
export async function mailResetLink(
  link: string,
  account: { readonly email: string; readonly language: string | null },
  askedIn: Language,
): Promise<boolean> {
  const t = wordsOf(parseLanguage(account.language) ?? askedIn, 'mail')
  const text = [t('hello'), t('resetAsked'), link, t('resetNotYou')].join('\n\n')
  return sendMail({ to: account.email, subject: t('resetSubject'), text })
}

/**
 * A link that sets a new password, once, within an hour. Links made before stop working. `mailedTo`: whoever uses it reads what is mailed
 * there; null: it is handed over.
 */
export async function makeResetLink(
  database: Database,
  userId: string,
  now: Date,
  mailedTo: string | null = null,
): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await dropOneTimeSecrets(database, userId, 'password-reset')
  await keepOneTimeSecret(
    database,
    {
      purpose: 'password-reset',
      secretHash: hashSecret(secret),
      userId,
      value: mailedTo ?? '',
      expiresAt: new Date(now.getTime() + resetLinkMs),
    },
    now,
  )
  // After #: neither logs nor the sites that the page links to get to see it.
  return `${config().publicUrl}/reset-password#${secret}`
}

/** Sets a new password by the secret of a link; all other ways into the account end, and to listen. @throws ApiError not_found, invalid_input */
export async function resetPassword(
  database: Database,
  { token, password }: { readonly token: string; readonly password: string },
  address: string | null,
  now: Date,
): Promise<void> {
  const secret = { purpose: 'password-reset', secretHash: hashSecret(token) } as const
  const userId = (await findOneTimeSecret(database, secret, now))?.userId ?? null
  if (userId === null) throw linkEnded()
  if (password.length < passwordLength.min || password.length > passwordLength.max) {
    const values = { least: passwordLength.min, greatest: passwordLength.max }
    throw new ApiError('invalid_input', 'passwordLength', { field: 'password', values })
  }
  if (await isWeakPassword(password))
    throw new ApiError('invalid_input', 'passwordWeak', { field: 'password' })
  const { password: hasher } = await serverAuth().$context
  const hash = await hasher.hash(password)
  await database.$transaction(async (transaction) => {
    // First the account, as whoever ends its links does: else each would wait for the other.
    const account = await holdAccount(transaction, userId)
    const stood = await takeOneTimeSecret(transaction, secret, now)
    // An admin may have asked for it just as the address changed.
    const isMailedElsewhere = stood !== null && stood.value !== '' && stood.value !== account?.email
    if (stood === null || isMailedElsewhere) throw linkEnded()
    await replacePassword(transaction, userId, hash, now, stood.value || null)
    await recordAct(transaction, { act: 'password-reset', actorId: userId, subjectId: userId, address }, now)
  })
}

function linkEnded(): ApiError {
  return new ApiError('not_found', 'linkEnded')
}
