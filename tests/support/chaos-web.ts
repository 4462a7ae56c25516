import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { parseConfig } from '#lib/config.ts'
import { findFreePort } from '#lib/launch/free-port.ts'
import { webRole } from '#lib/launch/roles.ts'

const restartMs = 1_000

/** A production web server as the launcher runs it, started again whenever it ends. */
export type ChaosWeb = {
  readonly origin: string
  readonly kill: () => Promise<void>
  /** Ends it with SIGTERM; resolves with its exit code, or the signal that ended it. */
  readonly drain: () => Promise<number | string | null>
  /** How often it ended by itself: no death of a database is a reason for it. */
  readonly ownEnds: () => number
}

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
  let ownEnds = 0
  let isStopping = false
  let running = start()

  function start(): ChildProcess {
    const env: NodeJS.ProcessEnv = { ...role.env, ...environment, NODE_ENV: 'production' }
    // What fails while the database is away is no news.
    const child = spawn(role.command, role.args, { cwd: role.cwd, env, stdio: 'ignore' })
    child.once('exit', (_code, signal) => {
      if (isStopping) return
      if (signal !== 'SIGKILL') ownEnds += 1
      setTimeout(() => (running = isStopping ? child : start()), signal === 'SIGKILL' ? 0 : restartMs)
    })
    return child
  }

  return {
    origin: `http://127.0.0.1:${port}`,
    ownEnds: () => ownEnds,
    kill: async () => {
      if (running.exitCode !== null || running.signalCode !== null) return
      const exited = once(running, 'exit')
      running.kill('SIGKILL')
      await exited
    },
    drain: async () => {
      isStopping = true
      if (running.exitCode !== null || running.signalCode !== null) return running.exitCode
      const exited = once(running, 'exit')
      running.kill('SIGTERM')
      const [code, signal] = (await exited) as (number | string | null)[]
      return code ?? signal ?? null
    },
  }
}
