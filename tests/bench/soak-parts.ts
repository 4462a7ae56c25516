import type { ClockSetting } from '#lib/text/clock-setting.ts'
import { parseConfig } from '#lib/runtime/config.ts'
import { findFreePort } from '#tests/support/servers/free-port.ts'
import { aggregatorRole, webRole } from '#lib/launch/roles.ts'
import type { ChaosWeb } from '#tests/support/chaos/chaos-web.ts'
import { startProcess, type SoakProcess } from './soak-process.ts'

/** Of the machine's time: hosts that never answer take no day of the clock's. */
const fetchTimeoutMs = 2_000

/** Web server and aggregator under a common clock. */
export type Parts = {
  readonly processes: readonly SoakProcess[]
  readonly web: ChaosWeb
  /** Ends both as they should be ended. */
  readonly stop: () => Promise<void>
  readonly errors: () => readonly string[]
}

export type PartsOptions = {
  readonly databaseUrl: string
  readonly dataDir: string
  readonly temporaryDir: string
  readonly clock: ClockSetting
  readonly smtpUrl: string
}

/** Starts both from the production build, as the launcher does. */
export async function startParts(options: PartsOptions): Promise<Parts> {
  const { databaseUrl, dataDir, temporaryDir, clock, smtpUrl } = options
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const environment = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    TMPDIR: temporaryDir,
    SMTP_URL: smtpUrl,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: origin,
    TRUSTED_PROXIES: '127.0.0.1',
    ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8',
    FETCH_TIMEOUT_MS: String(fetchTimeoutMs),
    LOG_LEVEL: 'warn',
    NODE_ENV: 'production',
    IMAGE_CACHE_MB: '1',
    AUTH_SECRET: process.env['AUTH_SECRET'] ?? '',
    CLOCK_IN_PRODUCTION: 'allowed',
    CLOCK_START: new Date(clock.startAt).toISOString(),
    CLOCK_ANCHOR: new Date(clock.anchorAt).toISOString(),
    CLOCK_SPEED: String(clock.speed),
  }
  const role = { config: parseConfig(environment), databaseUrl, isDevelopment: false }
  const aggregator = await startProcess('aggregator', aggregatorRole(role), environment)
  const server = await startProcess('web', webRole(role), environment)
  await answers(origin)
  const exits: string[] = []
  const stopOnce = (one: SoakProcess) => {
    let stopped: Promise<number | string | null> | null = null
    return () => (stopped ??= one.stop())
  }
  const endServer = stopOnce(server)
  const endAggregator = stopOnce(aggregator)
  const processes = [server, aggregator]
  return {
    processes,
    web: {
      origin,
      drain: endServer,
      kill: () => Promise.reject(new Error('Nothing is killed here.')),
      ownEnds: () => (server.ended() === null ? 0 : 1),
    },
    stop: async () => {
      const codes = [await endServer(), await endAggregator()]
      if (exits.length > 0) return
      processes.forEach(
        ({ name }, index) => codes[index] === 0 || exits.push(`${name} ended with ${codes[index]}`),
      )
    },
    errors: () => [
      ...exits,
      ...processes.flatMap((one) => one.ended() ?? []),
      ...processes.flatMap((one) => {
        const { count, examples } = one.errors()
        return count === 0 ? [] : [`${one.name} wrote ${count} errors, e.g.`, ...examples]
      }),
    ],
  }
}

async function answers(origin: string): Promise<void> {
  for (let tries = 0; tries < 120; tries++) {
    const response = await fetch(`${origin}/healthz`).catch(() => null)
    if (response?.ok === true) return
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  throw new Error('The web server did not start.')
}
