import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { configInstant, networks, numberWithin, oneOf } from './config-values.ts'

const speedError = 'must be a number from 1 to 1000'
/** Every variable, its default, and what is wrong with other values. */
export const environment = z.object({
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
  /** The server that takes mail, e.g. "smtps://user:password@mail.example.org"; unset: no mail is sent. */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/\S+$/, 'must look like smtps://user:password@mail.example.org')
    .optional(),
  /** From whom mail comes, e.g. "Skylark <news@example.org>". */
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*@[^\r\n]*$/, 'must be an address like Skylark <news@example.org>')
    .optional(),
  /** The crawler's name for publishers. */
  USER_AGENT: z.string().min(1).optional(),
  /** The way for publishers to reach whoever runs this server: an e-mail or web address. */
  CRAWLER_CONTACT: z
    .string()
    .regex(
      /^(https?:\/\/\S+|[^\s@]+@[^\s@]+)$/,
      'must be an address like news@example.org or https://example.org/contact',
    )
    .optional(),
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
  /** Room for what an account alone keeps: imported texts, saved pages, notes and highlights, in megabytes. */
  MAX_STORED_MB: numberWithin(1, 1_000_000).default(1000),
  /** The longest time of a host to answer a poll, redirects included; less than a lease lasts. */
  FETCH_TIMEOUT_MS: numberWithin(100, 40_000).default(20_000),
  /**
   * Time under control, for trials only: the clock shows CLOCK_START at the real instant CLOCK_ANCHOR and runs CLOCK_SPEED
   * times as fast. The launcher hands its anchor to its children; processes started apart need the same.
   */
  CLOCK_START: configInstant('2026-01-05T00:00:00Z').optional(),
  CLOCK_SPEED: z.coerce
    .number({ error: speedError })
    .refine((value) => value >= 1 && value <= 1000, { error: speedError })
    .optional(),
  CLOCK_ANCHOR: configInstant('2026-11-20T20:00:00.000Z').optional(),
  /** In production the clock is not to be touched by mistake. */
  CLOCK_IN_PRODUCTION: oneOf(['refused', 'allowed']).default('refused'),
  /** Lets who knows it read /metrics. Unset: only this machine may, and only a server without PUBLIC_URL answers. */
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'silent']).optional(),
  NODE_ENV: oneOf(['development', 'production', 'test']).default('production'),
})

export type ConfigValues = z.infer<typeof environment>

/** The fault of the variables of the clock together. */
export function clockProblems(values: ConfigValues): string[] {
  const { CLOCK_START, CLOCK_SPEED, CLOCK_ANCHOR, CLOCK_IN_PRODUCTION, NODE_ENV } = values
  const isSet = CLOCK_START !== undefined || CLOCK_SPEED !== undefined
  if (CLOCK_ANCHOR !== undefined && !isSet)
    return ['CLOCK_ANCHOR means nothing without CLOCK_START or CLOCK_SPEED']
  if (!isSet || NODE_ENV !== 'production' || CLOCK_IN_PRODUCTION === 'allowed') return []
  const name = CLOCK_START === undefined ? 'CLOCK_SPEED' : 'CLOCK_START'
  return [`${name} is refused in production; for a trial set CLOCK_IN_PRODUCTION=allowed`]
}

/** Behind a proxy of the same machine the server would take itself for one that nobody else reaches, whose first account anybody makes. */
export function proxyProblems({ TRUSTED_PROXIES, PUBLIC_URL }: ConfigValues): string[] {
  if (TRUSTED_PROXIES.length === 0 || PUBLIC_URL !== undefined) return []
  return ['TRUSTED_PROXIES is set, so PUBLIC_URL must be, too: the address that browsers use.']
}

/**
 * Values by name, the empty ones as if unset. Secrets may stand in files: `NAME_FILE` names a file that holds the value of `NAME`.
 * Files that cannot be read are problems.
 */
export function withSecretsFromFiles(env: Readonly<Record<string, string | undefined>>) {
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
