import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { ClockSetting } from '#lib/api/clock-setting.ts'
import { misspelt } from './config-names.ts'
import { instant, networks, numberWithin, oneOf } from './config-values.ts'

/**
 * The configuration of a process, from its environment alone. This file is the only reader of `process.env`.
 * Secrets may stand in files: `NAME_FILE` names a file that holds the value of `NAME`.
 */
const speedError = 'must be a number from 1 to 1000'
const environment = z.object({
  /** PostgreSQL to use. Unset: the embedded one under DATA_DIR. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must look like postgresql://user:password@host:5432/database')
    .optional(),
  /** A streaming replica of it: lists, counts, searches and pages are read there where it is up to date. */
  DATABASE_REPLICA_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must look like postgresql://user:password@host:5432/database')
    .optional(),
  /** Folder for everything that must survive a restart when PostgreSQL is embedded. */
  DATA_DIR: z.string().min(1).default('./data'),
  /** Address and port of the web server. */
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: numberWithin(1, 65_535).default(3000),
  /** Address under which browsers reach the server, used for links and origin checks. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address like https://news.example.org' })
    .optional(),
  /** Signs sessions. Unset: a random one, kept in DATA_DIR. */
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  /** Signs Web Push messages: a number of P-256 in 64 hexadecimal digits. Unset: a random one, kept in DATA_DIR. */
  PUSH_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, 'must have 64 hexadecimal digits')
    .optional(),
  /** Networks of private addresses that sources may be polled at, e.g. "192.168.1.0/24,127.0.0.0/8". */
  ALLOWED_PRIVATE_NETWORKS: networks('192.168.1.0/24'),
  /** Proxies whose X-Forwarded-For says where a request came from, e.g. "127.0.0.1,10.0.0.0/8". */
  TRUSTED_PROXIES: networks('10.0.0.1 or 10.0.0.0/8', [z.ipv4(), z.ipv6()]),
  /** Where mail is handed in, e.g. "smtps://user:password@mail.example.org"; unset: no mail is sent. */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/\S+$/, 'must look like smtps://user:password@mail.example.org')
    .optional(),
  /** From whom mail comes, e.g. "Skylark <news@example.org>". */
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*@[^\r\n]*$/, 'must be an address like Skylark <news@example.org>')
    .optional(),
  /** How the crawler names itself to publishers. */
  USER_AGENT: z.string().min(1).optional(),
  /** Sources polled at the same time by one aggregator process. */
  POLL_CONCURRENCY: numberWithin(1, 1000).default(48),
  /** Room for pictures of postings under DATA_DIR, in megabytes; 0: none is kept. */
  IMAGE_CACHE_MB: numberWithin(0, 1_000_000).default(512),
  /** The most of each that an account may have; what is beyond is refused, of imports left out and named. */
  MAX_SUBSCRIPTIONS: numberWithin(1, 1_000_000).default(50_000),
  MAX_FOLDERS: numberWithin(1, 100_000).default(2000),
  MAX_LABELS: numberWithin(1, 10_000).default(500),
  MAX_VIEWS: numberWithin(1, 1000).default(100),
  MAX_RULES: numberWithin(1, 1000).default(100),
  MAX_ALERTS: numberWithin(1, 1000).default(100),
  /** How long a host may take to answer a poll, redirects included; less than a lease lasts. */
  FETCH_TIMEOUT_MS: numberWithin(100, 40_000).default(20_000),
  /**
   * Time under control, for trials only: the clock shows CLOCK_START at the real instant CLOCK_ANCHOR and runs CLOCK_SPEED
   * times as fast. The launcher hands its anchor to its children; processes started apart need the same.
   */
  CLOCK_START: instant('2026-01-05T00:00:00Z').optional(),
  CLOCK_SPEED: z.coerce
    .number({ error: speedError })
    .refine((value) => value >= 1 && value <= 1000, { error: speedError })
    .optional(),
  CLOCK_ANCHOR: instant('2026-11-20T20:00:00.000Z').optional(),
  /** In production the clock is not to be touched by mistake. */
  CLOCK_IN_PRODUCTION: oneOf(['refused', 'allowed']).default('refused'),
  /** Lets who knows it read /metrics. Unset: only this machine may, and only a server without PUBLIC_URL answers. */
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  NODE_ENV: oneOf(['development', 'production', 'test']).default('production'),
})

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
  /** How mail is sent; null: none is. */
  readonly mail: { readonly smtpUrl: string; readonly from: string } | null
  readonly userAgent: string
  readonly pollConcurrency: number
  readonly imageCacheBytes: number
  /** The most that an account may have. Labels and views are all counted whenever the counts are asked for. */
  readonly accountLimits: Readonly<
    Record<'subscriptions' | 'folders' | 'labels' | 'views' | 'rules' | 'alerts', number>
  >
  readonly fetchTimeoutMs: number
  /** Opens /metrics; null: nothing does from elsewhere. */
  readonly metricsToken: string | null
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  readonly isProduction: boolean
  /** How the clock runs; null: like the machine's. */
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
    ...(parsed.success ? clockProblems(parsed.data) : []),
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
    pollConcurrency: values.POLL_CONCURRENCY,
    imageCacheBytes: values.IMAGE_CACHE_MB * 1_000_000,
    accountLimits: {
      ...{ subscriptions: values.MAX_SUBSCRIPTIONS, folders: values.MAX_FOLDERS },
      ...{ labels: values.MAX_LABELS, views: values.MAX_VIEWS, rules: values.MAX_RULES },
      alerts: values.MAX_ALERTS,
    },
    fetchTimeoutMs: values.FETCH_TIMEOUT_MS,
    metricsToken: values.METRICS_TOKEN ?? null,
    logLevel: values.LOG_LEVEL,
    isProduction: values.NODE_ENV === 'production',
    clock: clockSetting(values),
  }
}

type Values = z.infer<typeof environment>

function mailSetting({ SMTP_URL, MAIL_FROM }: Values, publicUrl: string): Config['mail'] {
  if (SMTP_URL === undefined) return null
  return { smtpUrl: SMTP_URL, from: MAIL_FROM ?? `Skylark <skylark@${new URL(publicUrl).hostname}>` }
}

function clockProblems(values: Values): string[] {
  const { CLOCK_START, CLOCK_SPEED, CLOCK_ANCHOR, CLOCK_IN_PRODUCTION, NODE_ENV } = values
  const isSet = CLOCK_START !== undefined || CLOCK_SPEED !== undefined
  if (CLOCK_ANCHOR !== undefined && !isSet)
    return ['CLOCK_ANCHOR means nothing without CLOCK_START or CLOCK_SPEED']
  if (!isSet || NODE_ENV !== 'production' || CLOCK_IN_PRODUCTION === 'allowed') return []
  const name = CLOCK_START === undefined ? 'CLOCK_SPEED' : 'CLOCK_START'
  return [`${name} is refused in production; for a trial set CLOCK_IN_PRODUCTION=allowed`]
}

function clockSetting({ CLOCK_START, CLOCK_SPEED, CLOCK_ANCHOR }: Values): ClockSetting | null {
  if (CLOCK_START === undefined && CLOCK_SPEED === undefined) return null
  const anchorAt = CLOCK_ANCHOR ?? Date.now()
  return { startAt: CLOCK_START ?? anchorAt, anchorAt, speed: CLOCK_SPEED ?? 1 }
}

/** The host under which a browser on this machine reaches a server that listens at `host`. */
function nameForBrowsers(host: string): string {
  if (['127.0.0.1', '0.0.0.0', '::1', '::'].includes(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

function withSecretsFromFiles(env: Readonly<Record<string, string | undefined>>) {
  const values: Record<string, string | undefined> = {}
  const problems: string[] = []
  for (const name of Object.keys(environment.shape)) {
    const file = env[`${name}_FILE`]
    values[name] = env[name] === '' ? undefined : env[name]
    if (file === undefined || file === '' || values[name] !== undefined) continue
    try {
      values[name] = readFileSync(file, 'utf8').trim()
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      problems.push(`${name}_FILE cannot be read: ${file} (${reason})`)
    }
  }
  return { values, problems }
}

let current: Config | null = null

/** The configuration of this process, parsed once. @throws ConfigError */
export function config(): Config {
  current ??= parseConfig(process.env)
  return current
}

/** The environment of a child process: ours with `values` on top, and the anchor of our clock, so that it shows our time. */
export function childEnvironment(values: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { clock } = config()
  const anchor = clock === null ? {} : { CLOCK_ANCHOR: new Date(clock.anchorAt).toISOString() }
  return { ...process.env, ...anchor, ...values }
}
