/** Ours, and the names that other programs have for the same. */
const variables: Readonly<Record<string, string>> = {
  DATABASE_URL: `POSTGRES_URL POSTGRES_URI POSTGRESQL_URL POSTGRES_HOST POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB PG_URL
    DB_URL DB_HOST DB_USER DB_USERNAME DB_PASS DB_PASSWORD DB_NAME DB_DATABASE
    DATABASE_HOST DATABASE_USER DATABASE_USERNAME DATABASE_PASSWORD DATABASE_NAME`,
  DATA_DIR: 'DATA_PATH DATA_FOLDER DATA_DIRECTORY',
  HOST: 'LISTEN_ADDR LISTEN_ADDRESS LISTEN_HOST BIND_ADDR BIND_ADDRESS BIND_HOST SERVER_HOST',
  PORT: 'LISTEN_PORT BIND_PORT HTTP_PORT SERVER_PORT APP_PORT WEB_PORT',
  PUBLIC_URL: `BASE_URL APP_URL APP_BASE_URL SITE_URL ROOT_URL SERVER_URL EXTERNAL_URL PUBLIC_ADDRESS
    AUTH_URL NEXTAUTH_URL BETTER_AUTH_URL`,
  TRUSTED_PROXIES: `TRUST_PROXY TRUST_PROXIES TRUSTED_PROXY TRUSTED_PROXY_IPS TRUSTED_IPS REVERSE_PROXY
    TRUSTED_REVERSE_PROXY_NETWORKS FORWARDED_ALLOW_IPS`,
  AUTH_SECRET: `SECRET_KEY SECRET_KEY_BASE SESSION_SECRET SESSION_KEY COOKIE_SECRET JWT_SECRET APP_SECRET APP_KEY
    ENCRYPTION_KEY NEXTAUTH_SECRET BETTER_AUTH_SECRET`,
  PUSH_KEY: 'VAPID_KEY VAPID_PRIVATE_KEY',
  METRICS_TOKEN: 'METRICS_PASSWORD METRICS_USERNAME',
  SMTP_URL: `SMTP_HOST SMTP_HOSTNAME SMTP_SERVER SMTP_ADDRESS SMTP_PORT SMTP_USER SMTP_USERNAME SMTP_LOGIN SMTP_PASS
    SMTP_PASSWORD SMTP_SECURE SMTP_SSL SMTP_TLS SMTP_STARTTLS SMTP_AUTH
    MAIL_URL MAIL_HOST MAIL_SERVER MAIL_PORT MAIL_USER MAIL_USERNAME MAIL_PASSWORD MAILER_DSN
    EMAIL_URL EMAIL_HOST EMAIL_SERVER EMAIL_PORT EMAIL_USER EMAIL_PASSWORD EMAIL_HOST_USER EMAIL_HOST_PASSWORD`,
  MAIL_FROM: `SMTP_FROM SMTP_FROM_ADDRESS SMTP_SENDER MAIL_FROM_ADDRESS MAIL_SENDER MAILER_FROM EMAIL_FROM FROM_EMAIL
    DEFAULT_FROM_EMAIL`,
  POLL_CONCURRENCY: 'FETCH_CONCURRENCY WORKER_POOL_SIZE',
  FETCH_TIMEOUT_MS: 'HTTP_TIMEOUT HTTP_CLIENT_TIMEOUT REQUEST_TIMEOUT',
  USER_AGENT: 'HTTP_USER_AGENT HTTP_CLIENT_USER_AGENT',
}

/** What Skylark says elsewhere than in its environment, and the names that other programs have for it. */
const elsewhere: Readonly<Record<string, string>> = {
  'the first account is made in the browser, or by npm run user': `ADMIN_USER ADMIN_USERNAME ADMIN_NAME ADMIN_EMAIL
    ADMIN_PASS ADMIN_PASSWORD CREATE_ADMIN INITIAL_ADMIN_PASSWORD DEFAULT_ADMIN_PASSWORD DEFAULT_PASSWORD`,
  'Admin, People says who may sign up': `ALLOW_REGISTRATION ENABLE_REGISTRATION DISABLE_REGISTRATION OPEN_REGISTRATION
    REGISTRATION_ENABLED ALLOW_SIGNUP ALLOW_SIGNUPS ENABLE_SIGNUP ENABLE_SIGNUPS DISABLE_SIGNUP SIGNUPS_ALLOWED`,
  'migrations run at each start': 'RUN_MIGRATIONS AUTO_MIGRATE',
  'Admin, Budget says how often feeds are checked': `POLLING_FREQUENCY POLLING_INTERVAL REFRESH_INTERVAL UPDATE_INTERVAL
    FETCH_INTERVAL CRON_MIN`,
}

const wordsOf = (text: string) => text.split(/\s+/)

const advice = new Map([
  ...Object.entries(variables).flatMap(([ours, names]) =>
    wordsOf(names).map((name) => [name, { ours, text: `Skylark has ${ours}` }] as const),
  ),
  ...Object.entries(elsewhere).flatMap(([text, names]) =>
    wordsOf(names).map((name) => [name, { ours: null, text }] as const),
  ),
])

/** What containers are told of their neighbours (SMTP_PORT=tcp://…), and Vite its pages (BASE_URL=/). */
const isMeantForOthers = (value: string) => value.startsWith('tcp://') || value === '/'

/**
 * What to set instead of a name that other programs have for the same; null: it is no such name, or the right one is set, too. Whoever sets
 * ADMIN_PASSWORD or TRUST_PROXY counts on it, and nothing else tells that nobody heeds it.
 */
export function adviceOnForeign(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
): string | null {
  const found = advice.get(name.toUpperCase().replace(/_FILE$/, ''))
  if (found === undefined || isMeantForOthers(env[name] ?? '')) return null
  const { ours, text } = found
  const isSaid = ours !== null && [ours, `${ours}_FILE`].some((each) => (env[each] ?? '') !== '')
  return isSaid ? null : `${name} is a name of other programs: ${text}`
}
