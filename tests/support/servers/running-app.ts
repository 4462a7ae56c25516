import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseConfig } from '#lib/runtime/config.ts'
import { buildWhenChanged } from '#lib/launch/build/build.ts'
import { findFreePort } from './free-port.ts'
import { launch } from '#lib/launch/launch.ts'
import { aggregatorRole, webRole, type Role } from '#lib/launch/roles.ts'
import { createTestDatabase } from './database.ts'

export type RunningApp = {
  /** The address at which the web server answers, without a slash at the end. */
  readonly url: string
  /** The same, but for one that is known by the address of another (PUBLIC_URL). */
  readonly listensAt: string
  readonly databaseUrl: string
  readonly stop: () => Promise<void>
}

/**
 * The whole of Skylark as `npm start` runs it, web server and aggregator, on a free port and a database of its own;
 * it may poll servers of this machine. For tests of the projects "e2e", "database" and "long".
 */
export async function startApp(others: Readonly<Record<string, string>> = {}): Promise<RunningApp> {
  const database = await createTestDatabase()
  const app = await runApp({ DATABASE_URL: database.url, ...others })
  return {
    ...app,
    stop: async () => {
      await app.stop()
      await database.drop()
    },
  }
}

/** The same on a database that is there already. */
export async function runApp(
  given: Readonly<Record<string, string>> & { readonly DATABASE_URL: string },
): Promise<RunningApp> {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'skylark-app-'))
  const signal = new AbortController().signal
  const port = await findFreePort()
  const environment = {
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
    TRUSTED_PROXIES: '127.0.0.1,::1', // tests say from where they come: attempts are counted per address
    LOG_LEVEL: 'warn',
    ...given,
  }
  const config = parseConfig(environment)
  const inEnvironment = (role: Role): Role => ({ ...role, env: { ...role.env, ...environment } })
  const announce = (line: string) => process.stderr.write(`${line}\n`)
  const launched = await launch({
    config,
    signal,
    announce,
    prepare: () => buildWhenChanged(announce, signal),
    roles: (databaseUrl) => {
      const options = { config, databaseUrl, isDevelopment: false }
      return [inEnvironment(webRole(options)), inEnvironment(aggregatorRole(options))]
    },
  })
  return {
    url: config.publicUrl,
    listensAt: `http://localhost:${port}`,
    databaseUrl: given.DATABASE_URL,
    stop: async () => {
      await launched.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
