import { randomBytes } from 'node:crypto'
import { ApiError } from '#lib/api/http/errors.ts'
import { languageOf } from '#lib/api/http/request-language.ts'
import { config } from '#lib/runtime/config.ts'
import { canSendMail, sendMail } from '#lib/mail/send-mail.ts'
import { changeEmail, findAccountByEmail, holdAccount, isEmailProved } from '#lib/store/accounts/accounts.ts'
import { whileCredentialsHold } from '#lib/store/accounts/credentials-epoch.ts'
import { recordAct } from '#lib/store/ground/audit-log.ts'
import type { Database } from '#lib/store/connection/database.ts'
import {
  dropOneTimeSecrets,
  findOneTimeSecret,
  keepOneTimeSecret,
  takeOneTimeSecret,
} from '#lib/store/accounts/one-time-secrets.ts'
import { type Language, parseLanguage } from '#lib/words/languages.ts'
import { wordsOf } from '#lib/words/server-words.ts'
import { afterAnswer } from '#lib/runtime/after-answer.ts'
import { limitAttempts } from '#lib/auth/identity/limit-attempts.ts'
import { hashSecret } from '#lib/auth/identity/secrets.ts'
import type { Subscriber } from '#lib/auth/identity/subscriber.ts'
import { HOUR_MS } from '#lib/policy/basics/time.ts'

const limit = { max: 5, windowMs: HOUR_MS, text: 'manyLinks' } as const

/**
 * Mail that was not asked for in it goes to a proved address alone: anybody can sign up with somebody else's. Where no mail is
 * sent there is nothing to refuse. @throws ApiError forbidden
 */
export async function requireProvedEmail(database: Database, subscriber: Subscriber): Promise<void> {
  if (canSendMail() && !(await isEmailProved(database, subscriber.id)))
    throw new ApiError('forbidden', 'emailUnproved')
}

/**
 * Sends a link to the new address, or to one's own to prove it; the old one stays until it is followed. Whether the new address has an account already
 * is told to that address alone. Mails are in the language of the account, else in that of the request. @throws ApiError too_many_requests
 */
export async function askForNewEmail(
  database: Database,
  subscriber: Subscriber,
  email: string,
  request: Request,
): Promise<void> {
  await limitAttempts(database, `new-email|${subscriber.id}`, limit)
  afterAnswer(async () => {
    const t = wordsOf(subscriber.language ?? languageOf(request), 'mail')
    const known = await findAccountByEmail(database, email)
    if (known !== null && known.id !== subscriber.id) {
      await sendMail({ to: email, subject: t('takenSubject'), text: t('taken') })
      return
    }
    const secret = randomBytes(32).toString('base64url')
    const now = new Date()
    const expiresAt = new Date(now.getTime() + HOUR_MS)
    const kept = { secretHash: hashSecret(secret), userId: subscriber.id, value: email, expiresAt }
    const made = await whileCredentialsHold(database, subscriber, async (transaction) => {
      await dropOneTimeSecrets(transaction, subscriber.id, 'email-change')
      await keepOneTimeSecret(transaction, { purpose: 'email-change', ...kept }, now)
    })
    if (made === 'ended') return
    const link = `${config().publicUrl}/confirm-email#${secret}`
    const text = [t('hello'), t('emailAsked'), link, t('emailNotYou')]
    await sendMail({ to: email, subject: t('emailSubject'), text: text.join('\n\n') })
  })
}

/** Changes the address by the secret of a link, and tells the old one. @throws ApiError not_found, conflict */
export async function confirmNewEmail(
  database: Database,
  token: string,
  address: string | null,
  now: Date,
  askedIn: Language,
): Promise<string> {
  const secret = { purpose: 'email-change', secretHash: hashSecret(token) } as const
  const userId = (await findOneTimeSecret(database, secret, now))?.userId ?? null
  if (userId === null) throw new ApiError('not_found', 'linkEnded')
  const changed = await database.$transaction(async (transaction) => {
    // First the account, as whoever ends its links does: else each would wait for the other.
    const before = await holdAccount(transaction, userId)
    const stood = await takeOneTimeSecret(transaction, secret, now)
    if (stood === null || before === null) throw new ApiError('not_found', 'linkEnded')
    const { value: email } = stood
    const act = { act: 'email-changed', actorId: userId, subjectId: userId, address } as const
    await recordAct(transaction, act, now) // without the addresses: what is recorded outlives the account
    if (!(await changeEmail(transaction, userId, email))) throw new ApiError('conflict', 'emailTaken')
    return { before, email }
  })
  if (changed.email === changed.before.email) return changed.email
  afterAnswer(async () => {
    const t = wordsOf(parseLanguage(changed.before.language) ?? askedIn, 'mail')
    const { publicUrl: server } = config()
    // A new address may be a sentence of whoever typed a stranger's as the old one.
    const text = changed.before.emailVerified
      ? t('changed', { email: changed.email, server })
      : t('changedUnproved', { server })
    await sendMail({ to: changed.before.email, subject: t('changedSubject'), text })
  })
  return changed.email
}
