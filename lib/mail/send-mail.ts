import { createTransport } from 'nodemailer'
import { config } from '#lib/config.ts'
import { log } from '#lib/log.ts'

export type Mail = { readonly to: string; readonly subject: string; readonly text: string }

const timeoutMs = 20_000

/** Whether this server can send mail: SMTP_URL is set. */
export function canSendMail(): boolean {
  return config().mail !== null
}

/**
 * Hands a mail to the server of SMTP_URL; true once that has taken it. What goes wrong is logged, without the address.
 * The text is sent as it is, without HTML: nothing in it can pretend to be something else.
 */
export async function sendMail({ to, subject, text }: Mail): Promise<boolean> {
  const { mail } = config()
  if (mail === null) return false
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  const transport = createTransport({ ...timeouts, url: mail.smtpUrl })
  try {
    // As an object, so that an address with a comma stays one recipient.
    const headers = { 'Auto-Submitted': 'auto-generated' }
    await transport.sendMail({ from: mail.from, to: { name: '', address: to }, subject, text, headers })
    return true
  } catch (error) {
    log.error('mail-not-sent', { reason: reasonOf(error, to), subject })
    return false
  } finally {
    transport.close()
  }
}

/** What the server of SMTP_URL or the way to it says, without the names in addresses: it likes to repeat them. */
export function reasonOf(error: unknown, to: string): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replaceAll(to, '…').replace(/[^\s<>"'(),:;]+@/g, '…@')
}
