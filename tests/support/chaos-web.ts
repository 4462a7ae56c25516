import { spawn, type ChildProcess } from 'node:child_process'
import { parseConfig } from '#lib/config.ts'
import { findFreePort } from '#lib/launch/free-port.ts'
import { webRole } from '#lib/launch/roles.ts'
import { keepRunning, type KeptProcess } from './kept-process.ts'

/** A production web server as the launcher runs it. No death of a database is a reason for it to end by itself. */
export type ChaosWeb = KeptProcess & { readonly origin: string }

/** Needs the production build. */
export async function startChaosWeb(
  databaseUrl: string,
  dataDir: string,
  others: Readonly<Record<string, string>> = {},
): Promise<ChaosWeb> {
  const port = await findFreePort()
  const environment = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
    LOG_LEVEL: 'error',
    ...others,
  }
  const role = webRole({ config: parseConfig(environment), databaseUrl, isDevelopment: false })
  function start(): ChildProcess {
    const env: NodeJS.ProcessEnv = { ...role.env, ...environment, NODE_ENV: 'production' }
    // What fails while the database is away is no news.
    return spawn(role.command, role.args, { cwd: role.cwd, env, stdio: 'ignore' })
  }

  return { origin: `http://127.0.0.1:${port}`, ...keepRunning(start) }
}
