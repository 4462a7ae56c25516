import path from 'node:path'
import type { ClockSetting } from '#lib/text/clock-setting.ts'
import { oncePerProcess } from './once-per-process.ts'
import {
  clockProblems,
  environment,
  proxyProblems,
  withSecretsFromFiles,
  type ConfigValues,
} from './config-environment.ts'
import { misspelt } from './config-names.ts'

/** The configuration of a process, from its environment alone. This file is the only reader of `process.env`. */
export type Config = {
  /** Null: the launcher starts the embedded PostgreSQL and hands its address to its children as DATABASE_URL. */
  readonly databaseUrl: string | null
  /** Null: everything is read from the database itself. */
  readonly replicaUrl: string | null
  readonly dataDir: string
  readonly host: string
  readonly port: number
  readonly publicUrl: string
  /** `publicUrl` where it was given, so that hubs may be asked to call it; null: nobody outside knows this server. */
  readonly callbackUrl: string | null
  readonly authSecret: string | null
  /** Private key of Web Push (VAPID), hexadecimal; null: none is sent. */
  readonly pushKey: string | null
  readonly allowedPrivateNetworks: readonly string[]
  readonly trustedProxies: readonly string[]
  /** The way to send mail; null: no mail is sent. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null
  readonly userAgent: string
  /** An e-mail or web address for publishers; null: none is told. */
  readonly crawlerContact: string | null
  readonly pollConcurrency: number
  readonly imageCacheBytes: number
  /** The most that an account may have. Labels and views are all counted whenever the counts are asked for. */
  readonly accountLimits: Readonly<
    Record<'subscriptions' | 'folders' | 'labels' | 'views' | 'rules' | 'alerts' | 'storedMb', number>
  >
  readonly fetchTimeoutMs: number
  /** Opens /metrics; null: nothing does from elsewhere. */
  readonly metricsToken: string | null
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  readonly isProduction: boolean
  /** The pace of the clock; null: the machine's. */
  readonly clock: ClockSetting | null
}

/** Thrown with all problems of the environment together, one line each, naming the variable. */
export class ConfigError extends Error {}

/**
 * Parses an environment.
 * @throws ConfigError naming every variable that is wrong and why
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const { values: filled, problems } = withSecretsFromFiles(env)
  const parsed = environment.safeParse(filled)
  const wrong =
    parsed.error?.issues.map((issue) => `${issue.path[0]?.toString() ?? 'environment'} ${issue.message}`) ??
    []
  // each wrong network says the same
  const lines = [
    ...problems,
    ...misspelt(env, Object.keys(environment.shape)),
    ...new Set(wrong),
    ...(parsed.success ? [...clockProblems(parsed.data), ...proxyProblems(parsed.data)] : []),
  ]
  if (!parsed.success || lines.length > 0) {
    throw new ConfigError(`The configuration is wrong:\n${lines.map((line) => `  ${line}`).join('\n')}`)
  }
  const values = parsed.data
  const dataDir = path.resolve(values.DATA_DIR)
  const named = values.PUBLIC_URL ?? `http://${nameForBrowsers(values.HOST)}:${values.PORT}`
  const publicUrl = named.replace(/\/$/, '')
  return {
    databaseUrl: values.DATABASE_URL ?? null,
    replicaUrl: values.DATABASE_REPLICA_URL ?? null,
    dataDir,
    host: values.HOST,
    port: values.PORT,
    publicUrl,
    callbackUrl: values.PUBLIC_URL === undefined ? null : publicUrl,
    authSecret: values.AUTH_SECRET ?? null,
    pushKey: values.PUSH_KEY ?? null,
    allowedPrivateNetworks: values.ALLOWED_PRIVATE_NETWORKS,
    trustedProxies: values.TRUSTED_PROXIES,
    mail: mailSetting(values, publicUrl),
    userAgent: values.USER_AGENT ?? `Skylark/0.1 (+${publicUrl}/about/crawler)`,
    crawlerContact: values.CRAWLER_CONTACT ?? null,
    pollConcurrency: values.POLL_CONCURRENCY,
    imageCacheBytes: values.IMAGE_CACHE_MB * 1_000_000,
    accountLimits: {
      subscriptions: values.MAX_SUBSCRIPTIONS,
      folders: values.MAX_FOLDERS,
      labels: values.MAX_LABELS,
      views: values.MAX_VIEWS,
      rules: values.MAX_RULES,
      alerts: values.MAX_ALERTS,
      storedMb: values.MAX_STORED_MB,
    },
    fetchTimeoutMs: values.FETCH_TIMEOUT_MS,
    metricsToken: values.METRICS_TOKEN ?? null,
    // A terminal shows only faults. The logs of services also tell what went well.
    logLevel: values.LOG_LEVEL ?? (process.stderr.isTTY ? 'warn' : 'info'),
    isProduction: values.NODE_ENV === 'production',
    clock: clockSetting(values),
  }
}

function mailSetting({ SMTP_URL, MAIL_FROM }: ConfigValues, publicUrl: string): Config['mail'] {
  if (SMTP_URL === undefined) return null
  return { smtpUrl: SMTP_URL, from: MAIL_FROM ?? `Skylark <skylark@${new URL(publicUrl).hostname}>` }
}

function clockSetting({ CLOCK_START, CLOCK_SPEED, CLOCK_ANCHOR }: ConfigValues): ClockSetting | null {
  if (CLOCK_START === undefined && CLOCK_SPEED === undefined) return null
  const anchorAt = CLOCK_ANCHOR ?? Date.now()
  return { startAt: CLOCK_START ?? anchorAt, anchorAt, speed: CLOCK_SPEED ?? 1 }
}

/** The host under which a browser on this machine reaches a server that listens at `host`. */
function nameForBrowsers(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::1', '::'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** The configuration of this process, parsed once. @throws ConfigError */
export const config = oncePerProcess(() => parseConfig(process.env))

/** The environment of a child process: ours with `values` on top, and the anchor of our clock, so that it shows our time. */
export function childEnvironment(values: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { clock } = config()
  const anchor = clock === null ? {} : { CLOCK_ANCHOR: new Date(clock.anchorAt).toISOString() }
  return { ...process.env, ...anchor, ...values }
}

/** Variables by which a program finds others, its libraries, its language and its zone. */
const ofPrograms = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'LANG', 'LC_ALL', 'TZ'] as const

/** The environment of a program that is not ours. Whoever looks into it, or has it run something, finds none of our secrets. */
export function programEnvironment(): NodeJS.ProcessEnv {
  const { NODE_ENV, ...all } = process.env
  return {
    NODE_ENV,
    ...Object.fromEntries(ofPrograms.flatMap((name) => (name in all ? [[name, all[name]]] : []))),
  }
}
