import { betterAuth } from 'better-auth'
import { isAPIError } from 'better-auth/api'
import { config } from '#lib/runtime/config.ts'
import { log } from '#lib/runtime/log.ts'
import { oncePerProcess } from '#lib/runtime/once-per-process.ts'
import { pauseOfAttempt } from '#lib/store/accounts/attempts.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { serverDatabase } from '#lib/store/connection/server-database.ts'
import { authAdapter } from './auth-adapter.ts'
import { authRoot } from './auth-paths.ts'
import { passwordLength } from './password-length.ts'
import { passkeySignIn } from './passkey-sign-in.ts'
import { passwordChange } from './password-change.ts'
import { secondStepPlugin } from './second-step.ts'
import { databaseHooks, endpointHooks } from './auth-hooks.ts'
import { admitByRule, type Admit } from './sign-up-rule.ts'

const daySeconds = 86_400

export type AuthSettings = {
  /** Signs cookies; at least 32 characters. */
  readonly secret: string
  /** Address under which browsers reach the server. */
  readonly publicUrl: string
}

export type Auth = ReturnType<typeof createAuth>

/**
 * Accounts with e-mail and password (scrypt), sessions of 30 days in cookies. Limits per address count requests of one
 * minute and are kept in the database, so that several web servers share them.
 */
export function createAuth(database: Database, settings: AuthSettings, admit: Admit = admitByRule) {
  return betterAuth({
    appName: 'Skylark',
    baseURL: settings.publicUrl,
    basePath: authRoot,
    secret: settings.secret,
    trustedOrigins: trustedOrigins(settings.publicUrl),
    database: authAdapter(database),
    emailAndPassword: {
      enabled: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
      revokeSessionsOnPasswordReset: true,
    },
    user: {
      additionalFields: {
        role: { type: 'string', required: false, input: false },
        banned: { type: 'boolean', required: false, input: false },
        language: { type: 'string', required: false, input: false },
        banExpires: { type: 'date', required: false, input: false, returned: true },
        credentialsEpoch: { type: 'number', required: false, input: false },
      },
    },
    // freshAge 0: the list of one's own sessions is shown however long ago one signed in.
    session: {
      expiresIn: 30 * daySeconds,
      updateAge: daySeconds,
      freshAge: 0,
      additionalFields: { lastUsedAt: { type: 'date', required: false, input: false } },
    },
    rateLimit: {
      enabled: true,
      // Its own store holds on to a window that was begun by a clock which was set back since.
      customStorage: { consume: (key, rule) => countAsked(database, key, rule) },
      customRules: {
        '/sign-in/email': { window: 60, max: 20 },
        '/sign-up/email': { window: 60, max: 20 },
        '/change-password': { window: 60, max: 20 },
        '/second-step': { window: 60, max: 20 },
        '/passkey/options': { window: 60, max: 60 },
        '/passkey/sign-in': { window: 60, max: 20 },
        '/**': false,
      },
    },
    advanced: {
      cookiePrefix: 'skylark',
      useSecureCookies: settings.publicUrl.startsWith('https:'),
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax' },
      // Said outright, because better-auth leaves both checks out when NODE_ENV is "test".
      disableCSRFCheck: false,
      disableOriginCheck: false,
    },
    plugins: [secondStepPlugin(database), passkeySignIn(database), passwordChange(database)],
    hooks: endpointHooks(database),
    databaseHooks: databaseHooks(database, admit),
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (level, message, ...details) =>
        log[level]('auth', { message, error: details.find((detail) => detail instanceof Error) }),
    },
    // A refusal is an answer, not an event of the server.
    onAPIError: {
      onError: (error) => {
        if (!isAPIError(error) || error.statusCode >= 500) log.error('auth', { error })
      },
    },
  })
}

/** Counts a request to better-auth's endpoints; `window` in seconds, as it has them. */
async function countAsked(database: Database, key: string, { window, max }: { window: number; max: number }) {
  const pauseMs = await pauseOfAttempt(database, key, { max, windowMs: window * 1000 }, Date.now())
  return { allowed: pauseMs === 0, retryAfter: pauseMs === 0 ? null : Math.ceil(pauseMs / 1000) }
}

/** Pages on these addresses may sign in. On the loopback interface every name of it is meant. */
function trustedOrigins(publicUrl: string): string[] {
  const { origin, protocol, hostname, port } = new URL(publicUrl)
  const loopback = ['localhost', '127.0.0.1', '[::1]']
  if (!loopback.includes(hostname)) return [origin]
  return loopback.map((name) => `${protocol}//${name}${port === '' ? '' : `:${port}`}`)
}

/** Reads the configuration for `createAuth`. @throws Error without AUTH_SECRET */
export function authSettings(): AuthSettings {
  const { authSecret, publicUrl } = config()
  if (authSecret === null) throw new Error('AUTH_SECRET is not set: start the server with npm start.')
  return { secret: authSecret, publicUrl }
}

/** The web server's sign-in, made on first use. */
export const serverAuth = oncePerProcess((): Auth => createAuth(serverDatabase(), authSettings()))
