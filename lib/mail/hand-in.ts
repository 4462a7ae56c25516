import { createTransport, type SendMailOptions } from 'nodemailer'

/** The times that a mail server may take. */
export type MailPatience = {
  /** Until it has all of a mail, signing in included. */
  readonly handMs: number
  /** From then until it says that it took it. */
  readonly answerMs: number
  /** The same once this process ends. */
  readonly endMs: number
}

/**
 * A server that has a mail may look through it for long, and may have taken it though the connection broke: whoever hands it
 * in once more too soon sends it twice (RFC 5321, 4.5.3.2.6: ten minutes).
 */
export const mailPatience: MailPatience = { handMs: 60_000, answerMs: 600_000, endMs: 20_000 }

/** Longer than one mail takes at most. */
export const mailLeaseMs = mailPatience.handMs + mailPatience.answerMs + 60_000

const connectMs = 20_000

/** The server had all of the mail and did not say whether it takes it. */
export class MailUnanswered extends Error {}

type Pool = { readonly pool: true; readonly maxConnections: number; readonly maxMessages: number }

/** A way to a mail server, that waits for its answers by `handIn` alone. */
export function openTransport(smtpUrl: string, pool?: Pool) {
  // Longer than handIn waits, so that nothing else ends the wait.
  const socketTimeout = 2 * mailLeaseMs
  const timeouts = { connectionTimeout: connectMs, greetingTimeout: connectMs, socketTimeout }
  const transport = createTransport({ ...timeouts, ...pool, url: smtpUrl })
  transport.use('stream', (mail, done) => {
    const { onWhole } = mail.data as { onWhole?: () => void }
    mail.message.processFunc((input) => {
      if (onWhole !== undefined) input.once('end', onWhole) // read to its end once the server asked for it
      return input
    })
    done()
  })
  return transport
}

/**
 * Hands in a mail. Resolves as soon as the server has said that it takes it: what becomes of the connection then is nothing to
 * the mail. @throws MailUnanswered, or what was said or went wrong before the server had it
 */
export async function handIn(
  transport: ReturnType<typeof openTransport>,
  mail: SendMailOptions,
  { patience, drain }: { readonly patience: MailPatience; readonly drain?: AbortSignal | undefined },
): Promise<void> {
  const abort = new AbortController()
  let isWhole = false
  let timer = setTimeout(() => abort.abort(), patience.handMs)
  const wait = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => abort.abort(), ms)
  }
  const onDrain = () => wait(patience.endMs)
  const onWhole = () => {
    isWhole = true
    wait(drain?.aborted === true ? patience.endMs : patience.answerMs)
  }
  drain?.addEventListener('abort', onDrain, { once: true })
  try {
    await transport.sendMail(Object.assign(mail, { onWhole, signal: abort.signal }))
  } catch (error) {
    if (!isWhole || (error instanceof Error && 'responseCode' in error && error.responseCode)) throw error
    throw new MailUnanswered('The mail server has the mail and does not say whether it takes it.', {
      cause: error,
    })
  } finally {
    clearTimeout(timer)
    drain?.removeEventListener('abort', onDrain)
  }
}
