import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openMailer, type Mailer } from '#lib/mail/mailer.ts'

type Taken = () => void

/** Mails that have come whole; the server takes each when it is told to. */
let waiting: Taken[]
let came: (() => void)[]
let server: SMTPServer
let mailer: Mailer
let url: string

beforeEach(async () => {
  waiting = []
  came = []
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      stream.resume()
      stream.on('end', () => {
        waiting.push(() => done())
        came.shift()?.()
      })
    },
  })
  server.on('error', () => undefined) // of connections that are cut
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
})
afterEach(async () => {
  mailer.close()
  for (const connection of server.connections) connection.close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

const mail = { to: 'ada@example.org', subject: 'News', text: 'Hello', key: 'a1-p2-c3' }
const open = (patience: { handMs: number; answerMs: number; endMs: number }, drain?: AbortSignal) => {
  mailer = openMailer({ smtpUrl: url, from: 'news@example.org' }, drain, patience)
}
/** Resolves when the server has a mail and has not said that it takes it. */
const arrival = () => new Promise<void>((resolve) => came.push(resolve))

test('a server that has a mail is waited for longer than one that has not', async () => {
  open({ handMs: 5_000, answerMs: 60_000, endMs: 1 }) // a busy machine hands the first mail over in more than 300 ms
  const arrived = arrival()
  const sending = mailer.send(mail)
  await arrived
  setTimeout(() => waiting[0]?.(), 6_000) // it looks through the mail so long
  expect(await sending).toEqual({ kind: 'taken' })
  expect(waiting).toHaveLength(1)
})

test('a mail that was taken is, though the connection breaks then', async () => {
  open({ handMs: 10_000, answerMs: 10_000, endMs: 1 })
  const arrived = arrival()
  const sending = mailer.send(mail)
  await arrived
  waiting[0]?.()
  expect(await sending).toEqual({ kind: 'taken' })
  for (const connection of server.connections) connection.close()
  const again = arrival()
  const next = mailer.send({ ...mail, key: 'a1-p3-c3' })
  await again
  waiting[1]?.()
  expect(await next).toEqual({ kind: 'taken' })
  expect(waiting).toHaveLength(2)
})

test('one that the server has and does not answer is no refusal, whether it is silent, breaks off or this process ends', async () => {
  open({ handMs: 10_000, answerMs: 100, endMs: 1 })
  expect(await mailer.send(mail)).toMatchObject({ kind: 'unanswered' })
  mailer.close()
  open({ handMs: 10_000, answerMs: 10_000, endMs: 1 })
  const arrived = arrival()
  const cut = mailer.send(mail)
  await arrived
  for (const connection of server.connections) connection.close()
  expect(await cut).toMatchObject({ kind: 'unanswered' })
  mailer.close()
  const drain = new AbortController()
  open({ handMs: 10_000, answerMs: 10_000, endMs: 1 }, drain.signal)
  const last = arrival()
  const ended = mailer.send(mail)
  await last
  drain.abort()
  expect(await ended).toMatchObject({ kind: 'unanswered' })
})

test('one that the server never had is refused, for now', async () => {
  server.onConnect = () => undefined // says nothing
  open({ handMs: 100, answerMs: 10_000, endMs: 1 })
  expect(await mailer.send(mail)).toMatchObject({ kind: 'refused', isFinal: false })
})

test('a server without words is not called silent where its certificate or the sign-in was the trouble', async () => {
  const patience = { handMs: 10_000, answerMs: 10_000, endMs: 1 }
  const troubleAt = async (address: string) => {
    mailer?.close()
    mailer = openMailer({ smtpUrl: address, from: 'news@example.org' }, undefined, patience)
    return mailer.send(mail)
  }
  const silent = { kind: 'refused', said: null, trouble: 'mailServerSilent' }
  expect(await troubleAt('smtp://127.0.0.1:1')).toMatchObject(silent)
  // A refusal of the name and password has the server's words, a sign-in that Skylark cannot begin has none.
  const login = { kind: 'refused', isFinal: false, trouble: 'mailLoginRefused' }
  server.options.allowInsecureAuth = true
  const refused = await troubleAt(url.replace('//', '//ada:secret@'))
  expect(refused).toMatchObject({ ...login, said: expect.stringMatching(/^Invalid login: 5/) })
  expect(await troubleAt(url.replace('//', '//ada@'))).toMatchObject({ ...login, said: null })
  // Its certificate is its own.
  server.options.disabledCommands = []
  const unsafe = { kind: 'refused', said: null, trouble: 'mailServerUnsafe' }
  expect(await troubleAt(url)).toMatchObject(unsafe)
})
