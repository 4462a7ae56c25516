import { createTransport } from 'nodemailer'
import { log } from '#lib/log.ts'
import { reasonOf, type Mail } from './send-mail.ts'

export type KeyedMail = Mail & {
  /** The same in each try: who gets it twice sees one. Letters, digits, - and _. */
  readonly key: string
}

export type MailAnswer =
  | { readonly kind: 'taken' }
  /** `isFinal`: the server will not take it later either. `reason` has no names in addresses. */
  | { readonly kind: 'refused'; readonly isFinal: boolean; readonly reason: string }

export type Mailer = {
  readonly send: (mail: KeyedMail) => Promise<MailAnswer>
  /** Ends the connections; what is being sent is given up. */
  readonly close: () => void
}

const timeoutMs = 20_000
/** Mails that are handed in at the same time. */
export const mailConnections = 4

/** Hands in mails over connections that stay open, for whoever sends many; opened with the first mail. */
export function openMailer(mail: { readonly smtpUrl: string; readonly from: string }): Mailer {
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const pool = { pool: true, maxConnections: mailConnections, maxMessages: 1000 } as const
  const transport = createTransport({ ...timeouts, ...pool, url: mail.smtpUrl })
  const domain = /@([^\s>]+)>?$/.exec(mail.from)?.[1] ?? 'localhost'
  return {
    send: async ({ to, subject, text, key }) => {
      try {
        await transport.sendMail({
          ...{ from: mail.from, to: { name: '', address: to }, subject, text },
          messageId: `<${key}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
        return { kind: 'taken' }
      } catch (error) {
        const reason = reasonOf(error, to)
        log.warn('alert-mail-not-sent', { reason })
        return { kind: 'refused', isFinal: isFinal(error), reason }
      }
    },
    close: () => transport.close(),
  }
}

/** 5xx of SMTP (RFC 5321, 4.2.1): not to be tried again. Of signing in it may be put right meanwhile. */
function isFinal(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { responseCode = 0, code = '' } = error as { responseCode?: number; code?: string }
  return responseCode >= 500 && code !== 'EAUTH'
}
