import { config } from '#lib/runtime/config.ts'
import { log } from '#lib/runtime/log.ts'
import { handIn, mailPatience, openTransport } from './hand-in.ts'

export type Mail = {
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same as HTML, for mails of postings; without it the text is sent alone. */
  readonly html?: string
  /** Without angle brackets and domain: the same in each try, so that who gets it twice sees one. */
  readonly key?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** Whether this server can send mail: SMTP_URL is set. */
export function canSendMail(): boolean {
  return config().mail !== null
}

/**
 * Hands a mail to the server of SMTP_URL; true once that has taken it. A failure is logged without the address.
 * Without `html` the text is sent as it is: nothing in it can pretend to be something else.
 */
export async function sendMail(
  { to, subject, text, html, key, headers: own = {} }: Mail,
  drain?: AbortSignal,
): Promise<boolean> {
  const { mail } = config()
  if (mail === null) return false
  const transport = openTransport(mail.smtpUrl)
  try {
    // As an object, so that an address with a comma stays one recipient.
    const headers = { 'Auto-Submitted': 'auto-generated', ...own }
    const named = key === undefined ? {} : { messageId: `<${key}@${domainOf(mail.from)}>` }
    const content = { subject, text, ...(html === undefined ? {} : { html }), ...named, headers }
    const whole = { from: mail.from, to: { name: '', address: to }, ...content }
    await handIn(transport, whole, { patience: mailPatience, drain })
    return true
  } catch (error) {
    log.error('mail-not-sent', { reason: reasonOf(error, to), subject })
    return false
  } finally {
    transport.close()
  }
}

function domainOf(from: string): string {
  return /@([^\s>]+)>?$/.exec(from)?.[1] ?? 'localhost'
}

/** The words of the server of SMTP_URL or about the way to it, without the names in addresses: it likes to repeat them. */
export function reasonOf(error: unknown, to: string): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replaceAll(to, '…').replace(/(?<![^\s<>"'(),:;])[^\s<>"'(),:;]+@/g, '…@')
}
