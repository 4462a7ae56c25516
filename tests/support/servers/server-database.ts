import { afterAll, beforeAll } from 'vitest'
import type { Database } from '#lib/store/connection/database.ts'
import { startServerDatabase } from '#tests/support/world/accounts.ts'
import { startMailServer } from './mail-server.ts'

type MailServer = Awaited<ReturnType<typeof startMailServer>>

/** The routes of this process work on a database of their own until the last test of a file, at whose top this is to be called. */
export async function serverDatabaseOfFile(environment: Readonly<Record<string, string>> = {}) {
  const { database, url, stop } = await startServerDatabase(environment)
  afterAll(stop)
  return { database, url }
}

/** The routes of this process work on a database of their own, from before the first test of a file until after the last. */
export function withServerDatabase(): { readonly database: Database }
/** The same, with a server that takes their mail. */
export function withServerDatabase(options: { readonly mail: true }): {
  readonly database: Database
  readonly mail: MailServer
}
export function withServerDatabase({ mail: hasMail = false } = {}) {
  let server: Awaited<ReturnType<typeof startServerDatabase>> | null = null
  let mail: MailServer | null = null
  beforeAll(async () => {
    if (hasMail) mail = await startMailServer()
    server = await startServerDatabase(mail === null ? {} : { SMTP_URL: mail.url })
  })
  afterAll(async () => {
    await server?.stop()
    await mail?.stop()
  })
  return {
    get database() {
      return started(server).database
    },
    get mail() {
      return started(mail)
    },
  }
}

function started<T>(server: T | null): T {
  if (server === null) throw new Error('The database and mail start with the first test.')
  return server
}
