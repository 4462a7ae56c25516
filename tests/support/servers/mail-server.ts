import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { readMail } from './read-mail.ts'

export type ReceivedMail = {
  readonly to: string
  readonly from: string
  /** Headers and all parts, decoded. */
  readonly text: string
  /** As it came. */
  readonly source: string
  /** The time at which the server had it. */
  readonly at: number
}

/** A real SMTP server that keeps what it is handed, as soon as it may take it. */
export async function startMailServer(mayTake: () => Promise<void> = () => Promise.resolve()): Promise<{
  readonly url: string
  readonly mails: ReceivedMail[]
  /** Resolves with the next mail that nobody has asked for yet. */
  readonly next: () => Promise<ReceivedMail>
  readonly stop: () => Promise<void>
}> {
  const mails: ReceivedMail[] = []
  const waiting: ((mail: ReceivedMail) => void)[] = []
  let asked = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const source = Buffer.concat(chunks).toString('utf8')
        const mail = {
          to: rcptTo.map(({ address }) => address).join(', '),
          from: mailFrom === false ? '' : mailFrom.address,
          text: readMail(source),
          source,
          at: Date.now(),
        }
        void mayTake().then(() => {
          mails.push(mail)
          if (waiting.length > 0) asked += 1
          waiting.shift()?.(mail)
          done()
        })
      })
    },
  })
  server.on('error', () => undefined) // of clients that were killed
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    next: () => {
      const mail = mails[asked]
      if (mail === undefined) return new Promise((resolve) => waiting.push(resolve))
      asked += 1
      return Promise.resolve(mail)
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
