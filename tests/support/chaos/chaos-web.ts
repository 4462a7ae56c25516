import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { parseConfig } from '#lib/runtime/config.ts'
import { findFreePort } from '#tests/support/servers/free-port.ts'
import { webRole } from '#lib/launch/roles.ts'
import { keepRunning, type KeptProcess } from '#tests/support/servers/kept-process.ts'

/** A production web server as the launcher runs it. No death of a database is a reason for it to end by itself. */
export type ChaosWeb = KeptProcess & { readonly origin: string }
type Logged = Readonly<Record<string, unknown>>

const failures = new Map<string, string>()

/** The log of any of these servers about a request that failed, by its answer; the answer where it says nothing. */
export function failureOf(answer: string): string {
  const requestId = /"requestId":"([^"]+)"/.exec(answer)?.[1] ?? ''
  return failures.get(requestId) ?? answer
}

/** Needs the production build. `logged` is the last that it wrote of an event. */
export async function startChaosWeb(
  databaseUrl: string,
  dataDir: string,
  others: Readonly<Record<string, string>> = {},
): Promise<ChaosWeb & { readonly logged: (event: string) => Logged | undefined }> {
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
  const logged = new Map<string, Logged>()
  function start(): ChildProcess {
    const env: NodeJS.ProcessEnv = { ...role.env, ...environment, NODE_ENV: 'production' }
    const child = spawn(role.command, role.args, {
      cwd: role.cwd,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    // What fails while the database is away is no news: only who was answered with 500 asks for it.
    createInterface({ input: child.stderr }).on('line', (line) => {
      const requestId = /"requestId":"([^"]+)"/.exec(line)?.[1]
      if (requestId !== undefined) failures.set(requestId, line)
      const event = /"event":"([^"]+)"/.exec(line)?.[1]
      if (event !== undefined) logged.set(event, JSON.parse(line) as Logged)
    })
    return child
  }

  return {
    origin: `http://127.0.0.1:${port}`,
    logged: (event) => logged.get(event),
    ...keepRunning(start),
  }
}
