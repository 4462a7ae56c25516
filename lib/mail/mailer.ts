import { log } from '#lib/runtime/log.ts'
import { handIn, mailPatience, MailUnanswered, openTransport, type MailPatience } from './hand-in.ts'
import { reasonOf, type Mail } from './send-mail.ts'

type KeyedMail = Mail & {
  /** The same in each try: who gets it twice sees one. Letters, digits, - and _. */
  readonly key: string
}

type MailAnswer =
  | { readonly kind: 'taken' }
  /** The server has it and may have taken it: who hands it in again soon sends it twice. */
  | { readonly kind: 'unanswered' }
  /**
   * `isFinal`: the server will not take it later either. `said` are its words, without names in addresses; null: it said nothing,
   * and `trouble` alone tells why.
   */
  | {
      readonly kind: 'refused'
      readonly isFinal: boolean
      readonly said: string | null
      readonly trouble: MailTrouble
    }

/** Codes of reasons (lib/policy/basics/reason.ts): no way to the server, none that is secure, or no sign-in there. */
export type MailTrouble = 'mailServerSilent' | 'mailServerUnsafe' | 'mailLoginRefused'

export type Mailer = {
  readonly send: (mail: KeyedMail) => Promise<MailAnswer>
  /** Ends the connections; what is being sent is given up. */
  readonly close: () => void
}

/** Mails that are handed in at the same time. */
export const mailConnections = 4

/** Hands in mails over connections that stay open, for whoever sends many; opened with the first mail. */
export function openMailer(
  mail: { readonly smtpUrl: string; readonly from: string },
  drain?: AbortSignal,
  patience: MailPatience = mailPatience,
): Mailer {
  const pool = { pool: true, maxConnections: mailConnections, maxMessages: 1000 } as const
  const transport = openTransport(mail.smtpUrl, pool)
  const domain = /@([^\s>]+)>?$/.exec(mail.from)?.[1] ?? 'localhost'
  return {
    send: async ({ to, subject, text, key }) => {
      try {
        const content = { from: mail.from, to: { name: '', address: to }, subject, text }
        const headers = { 'Auto-Submitted': 'auto-generated' }
        const named = { ...content, messageId: `<${key}@${domain}>`, headers }
        await handIn(transport, named, { patience, drain })
        return { kind: 'taken' }
      } catch (error) {
        const reason = reasonOf(error, to)
        log.warn('alert-mail-not-sent', { reason })
        if (error instanceof MailUnanswered) return { kind: 'unanswered' }
        const said = statusOf(error) > 0 ? reason : null
        return { kind: 'refused', isFinal: isFinal(error), said, trouble: troubleOf(error) }
      }
    },
    close: () => transport.close(),
  }
}

/** 5xx of SMTP (RFC 5321, 4.2.1): not to be tried again. Of signing in it may be put right meanwhile. */
function isFinal(error: unknown): boolean {
  return statusOf(error) >= 500 && troubleOf(error) !== 'mailLoginRefused'
}

const loginCodes = /^(EAUTH|ENOAUTH|EOAUTH2)$/
const tlsCodes =
  /^(ETLS$|EREQUIRETLS$|ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO$|HOSTNAME_MISMATCH)/

/** Nodemailer puts its own code before that of the system, which tells a bad certificate from a broken line. */
function troubleOf(error: unknown): MailTrouble {
  const { code, originalCode } = Object(error) as { readonly code?: unknown; readonly originalCode?: unknown }
  if (loginCodes.test(String(code))) return 'mailLoginRefused'
  const isTls = tlsCodes.test(String(code)) || tlsCodes.test(String(originalCode))
  return isTls ? 'mailServerUnsafe' : 'mailServerSilent'
}

/** Of SMTP; 0: the server answered nothing. */
function statusOf(error: unknown): number {
  return error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
}
