import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sendMail } from '#lib/mail/send-mail.ts'

// Refuses all, as many servers do: with the address in its answer.
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _session, done) =>
    done(
      new Error(
        `5.1.1 <${address}>: no mailbox "${address.toUpperCase()}" here (ask postmaster@mail.example)`,
      ),
    ),
})
const lines: string[] = []

beforeEach(async () => {
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  Object.assign(process.env, { SMTP_URL: `smtp://127.0.0.1:${port}`, LOG_LEVEL: 'info' })
  vi.spyOn(process.stderr, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

test('a mail that is refused is logged with the reason and without the address', async () => {
  const mail = { to: 'ada.lovelace+news@example.org', subject: 'A new password', text: 'Hello' }
  expect(await sendMail(mail)).toBe(false)
  expect(lines).toHaveLength(1)
  const logged: unknown = JSON.parse(lines[0] ?? '')
  expect(logged).toMatchObject({ event: 'mail-not-sent', subject: 'A new password' })
  expect(lines[0]).toContain('no mailbox')
  for (const part of ['ada', 'lovelace', 'postmaster']) expect(lines[0]?.toLowerCase()).not.toContain(part)
})
