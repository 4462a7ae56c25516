import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach } from 'vitest'
import { findFreePort } from '#tests/support/servers/free-port.ts'
import { observe, type ObservedProcess } from '#tests/support/servers/child-process.ts'

export const launcher = path.join(import.meta.dirname, 'stand-in-launcher.ts')
export const withDatabase = path.resolve('lib/launch/with-database.ts')
export const askDatabase = path.join(import.meta.dirname, 'ask-database.ts')

/** Both are this test file's own. */
export const dataDir = mkdtempSync(path.join(os.tmpdir(), 'skylark-launch-'))
export const port = await findFreePort()
const started: ObservedProcess[] = []

afterEach(async () => {
  for (const { child, exited } of started.splice(0)) {
    child.kill('SIGTERM')
    await exited
  }
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Starts a program of ours, which is asked to end when the test is over. */
export function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): ObservedProcess {
  const observed = observe(process.execPath, args, {
    ...process.env,
    DATABASE_URL: '', // empty counts as unset
    AUTH_SECRET: '',
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'info',
    ...env,
  })
  started.push(observed)
  return observed
}

/** Resolves when both stand-ins run. */
export async function startLauncher(): Promise<ObservedProcess> {
  const observed = run([launcher])
  await Promise.all([
    observed.hasPrinted(`ready at http://localhost:${port}`),
    observed.hasPrinted('started\n'),
  ])
  return observed
}

type Answer = { readonly pid: number; readonly DATABASE_URL: string; readonly AUTH_SECRET: string }

export async function askWeb(): Promise<Answer> {
  const response = await fetch(`http://127.0.0.1:${port}/`)
  return (await response.json()) as Answer
}

export async function countUsers(url: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query('SELECT count(*)::int AS users FROM "user"')).rows
  } finally {
    await client.end()
  }
}
