import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { projectRoot } from '#lib/launch/program/project.ts'
import type { AppAccount } from '#tests/support/browser/app-accounts.ts'
import { observe } from '#tests/support/servers/child-process.ts'
import { createTestDatabase } from '#tests/support/servers/database.ts'
import { startApp, type RunningApp } from '#tests/support/servers/running-app.ts'

const size = { sources: 300, subscriptions: 300, postings: 5000, unread: 4000, days: 5 }

/**
 * The application with a reader of many postings, who is signed in. The seed comes first: it rebuilds indexes, and with an
 * aggregator at work beside it one of the two is stopped by a deadlock.
 */
export async function startWithReader(): Promise<{ readonly app: RunningApp; readonly account: AppAccount }> {
  const { url } = await createTestDatabase()
  const email = `bench.${randomBytes(4).toString('hex')}@example.org`
  const password = await seed(url, email)
  const app = await startApp({ DATABASE_URL: url })
  const response = await fetch(`${app.url}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.url },
    body: JSON.stringify({ email, password }),
  })
  if (!response.ok) throw new Error(`${email} is not let in: ${response.status} ${await response.text()}`)
  const cookies = response.headers.getSetCookie().map((cookie) => {
    const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(cookie) ?? []
    return { name, value, url: app.url }
  })
  return { app, account: { appUrl: app.url, name: 'Bench', email, password, cookies } }
}

/** @returns the password of the account that was made */
async function seed(databaseUrl: string, email: string): Promise<string> {
  const sizes = Object.entries(size).flatMap(([name, count]) => [`--${name}`, String(count)])
  const args = [path.join(projectRoot, 'prisma/seed.ts'), ...sizes, '--user', email]
  // Of the seed alone: it signs cookies, of which the seed makes none.
  const environment = { DATABASE_URL: databaseUrl, AUTH_SECRET: randomBytes(32).toString('hex') }
  const seeding = observe(process.execPath, args, { ...process.env, ...environment })
  const code = await seeding.exited
  const password = / with the password (\S+)/.exec(seeding.output())?.[1]
  if (code !== 0 || password === undefined) throw new Error(seeding.output())
  return password
}
