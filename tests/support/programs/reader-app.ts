import { afterAll, beforeAll } from 'vitest'
import { createAppPassword } from '#lib/auth/requests/app-passwords.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { ask, formOf, type Answered, type Form } from '#tests/support/api/ask.ts'
import { startServerDatabase } from '#tests/support/world/accounts.ts'
import { startSyncServer } from '#tests/support/servers/sync-server.ts'

/** A reader app that is signed in. */
export type ReaderApp = {
  readonly subscriberId: string
  readonly password: string
  readonly auth: string
  readonly url: string
  /** GET below /reader/api/0/. */
  readonly get: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Answered>
  /** POST of a form below /reader/api/0/. */
  readonly post: (path: string, form: Form) => Promise<Answered>
}
/** The server of a file's tests, with a database of its own. */
export function withReaderApps(environment: Readonly<Record<string, string>> = {}): {
  readonly database: Database
  readonly url: string
  readonly app: (subscriberId: string) => Promise<ReaderApp>
} {
  let database: Database | null = null
  let url = ''
  const stops: (() => Promise<void>)[] = []
  beforeAll(async () => {
    const server = await startServerDatabase({
      ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
      ...environment,
    })
    const sync = await startSyncServer()
    database = server.database
    url = sync.url
    stops.push(sync.close, server.stop)
  })
  afterAll(async () => {
    for (const stop of stops) await stop()
  })
  const opened = () => {
    if (database === null) throw new Error('The database starts with the first test.')
    return database
  }
  return {
    get database() {
      return opened()
    },
    get url() {
      return url
    },
    app: (subscriberId) => signIn(opened(), url, subscriberId),
  }
}

async function signIn(database: Database, url: string, subscriberId: string): Promise<ReaderApp> {
  const owner = await database.user.findUniqueOrThrow({ where: { id: subscriberId } })
  const { token: password } = await createAppPassword(database, owner, 'Reader', true)
  const login = await ask(`${url}/accounts/ClientLogin`, {
    method: 'POST',
    body: formOf({ Email: owner.email, Passwd: password }),
    headers: { 'x-forwarded-for': `198.51.100.${(number += 1) % 250}` },
  })
  const auth = /^Auth=(\S+)$/m.exec(login.text)?.[1] ?? ''
  if (auth === '') throw new Error(`No sign-in: ${login.status} ${login.text}`)
  const authorization = `GoogleLogin auth=${auth}`
  return {
    subscriberId,
    password,
    auth,
    url,
    get: (path, headers = {}) =>
      ask(`${url}/reader/api/0/${path}`, { headers: { authorization, ...headers } }),
    post: (path, form) =>
      ask(`${url}/reader/api/0/${path}`, {
        method: 'POST',
        headers: { authorization },
        body: formOf(form),
      }),
  }
}

let number = 0
