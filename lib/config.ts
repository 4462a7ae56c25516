import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/**
 * The configuration of a process, from its environment alone. This file is the only reader of `process.env`.
 * Secrets may stand in files: `NAME_FILE` names a file that holds the value of `NAME`.
 */
const environment = z.object({
  /** PostgreSQL to use. Unset: the embedded one under DATA_DIR. */
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must look like postgresql://user:password@host:5432/database')
    .optional(),
  /** Folder for everything that must survive a restart when PostgreSQL is embedded. */
  DATA_DIR: z.string().min(1).default('./data'),
  /** Address and port of the web server. */
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  /** Address under which browsers reach the server, used for links and origin checks. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Signs sessions. Unset: a random one, kept in DATA_DIR. */
  AUTH_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  /** Networks of private addresses that sources may be polled at, e.g. "192.168.1.0/24,127.0.0.0/8". */
  ALLOWED_PRIVATE_NETWORKS: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    )
    .pipe(
      z.array(z.union([z.cidrv4(), z.cidrv6()], { error: 'is not a list of networks like 192.168.1.0/24' })),
    ),
  /** How the crawler names itself to publishers. */
  USER_AGENT: z.string().min(1).optional(),
  /** Sources polled at the same time by one aggregator process. */
  POLL_CONCURRENCY: z.coerce.number().int().min(1).max(1000).default(16),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
})

export type Config = {
  /** Null: the launcher starts the embedded PostgreSQL and hands its address to its children as DATABASE_URL. */
  readonly databaseUrl: string | null
  readonly dataDir: string
  readonly host: string
  readonly port: number
  readonly publicUrl: string
  readonly authSecret: string | null
  readonly allowedPrivateNetworks: readonly string[]
  readonly userAgent: string
  readonly pollConcurrency: number
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  readonly isProduction: boolean
}

/** Thrown with all problems of the environment together, one line each, naming the variable. */
export class ConfigError extends Error {}

/**
 * Parses an environment.
 * @throws ConfigError naming every variable that is wrong and why
 */
export function parseConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const parsed = environment.safeParse(withSecretsFromFiles(env))
  if (!parsed.success) {
    const lines = parsed.error.issues.map(
      (issue) => `${issue.path[0]?.toString() ?? 'environment'} ${issue.message}`,
    )
    throw new ConfigError(`The configuration is wrong:\n${lines.map((line) => `  ${line}`).join('\n')}`)
  }
  const values = parsed.data
  const dataDir = path.resolve(values.DATA_DIR)
  const publicUrl =
    values.PUBLIC_URL ??
    `http://${values.HOST === '127.0.0.1' || values.HOST === '0.0.0.0' ? 'localhost' : values.HOST}:${values.PORT}`
  return {
    databaseUrl: values.DATABASE_URL ?? null,
    dataDir,
    host: values.HOST,
    port: values.PORT,
    publicUrl: publicUrl.replace(/\/$/, ''),
    authSecret: values.AUTH_SECRET ?? null,
    allowedPrivateNetworks: values.ALLOWED_PRIVATE_NETWORKS,
    userAgent: values.USER_AGENT ?? `Skylark/0.1 (+${publicUrl.replace(/\/$/, '')}/about/crawler)`,
    pollConcurrency: values.POLL_CONCURRENCY,
    logLevel: values.LOG_LEVEL,
    isProduction: values.NODE_ENV === 'production',
  }
}

function withSecretsFromFiles(env: Readonly<Record<string, string | undefined>>) {
  const filled: Record<string, string | undefined> = {}
  for (const name of Object.keys(environment.shape)) {
    const file = env[`${name}_FILE`]
    const value = env[name] === '' ? undefined : env[name]
    filled[name] =
      value ?? (file !== undefined && existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined)
    if (file !== undefined && !existsSync(file))
      throw new ConfigError(`${name}_FILE names a file that is not there: ${file}`)
  }
  return filled
}

let current: Config | null = null

/** The configuration of this process, parsed once. @throws ConfigError */
export function config(): Config {
  current ??= parseConfig(process.env)
  return current
}
