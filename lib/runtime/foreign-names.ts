/**
 * Ours, and the names that other programs have for the same. Only those are here whose silence costs something that nobody sees at once: other
 * data, mail that is not sent, a proxy that is not believed. A wrong port is seen.
 */
const variables: Readonly<Record<string, string>> = {
  DATABASE_URL: `POSTGRES_URL POSTGRES_URI POSTGRESQL_URL POSTGRES_HOST POSTGRES_USER POSTGRES_PASSWORD POSTGRES_DB PG_URL
    DB_URL DB_HOST DB_USER DB_USERNAME DB_PASS DB_PASSWORD DB_NAME DB_DATABASE
    DATABASE_HOST DATABASE_USER DATABASE_USERNAME DATABASE_PASSWORD DATABASE_NAME`,
  PUBLIC_URL: `BASE_URL APP_URL APP_BASE_URL SITE_URL EXTERNAL_URL PUBLIC_ADDRESS
    AUTH_URL NEXTAUTH_URL BETTER_AUTH_URL`,
  TRUSTED_PROXIES: `TRUST_PROXY TRUST_PROXIES TRUSTED_PROXY TRUSTED_PROXY_IPS TRUSTED_IPS REVERSE_PROXY
    TRUSTED_REVERSE_PROXY_NETWORKS FORWARDED_ALLOW_IPS`,
  SMTP_URL: `SMTP_HOST SMTP_HOSTNAME SMTP_SERVER SMTP_ADDRESS SMTP_PORT SMTP_USER SMTP_USERNAME SMTP_LOGIN SMTP_PASS
    SMTP_PASSWORD SMTP_SECURE SMTP_SSL SMTP_TLS SMTP_STARTTLS SMTP_AUTH
    MAIL_URL MAIL_HOST MAIL_SERVER MAIL_PORT MAIL_USER MAIL_USERNAME MAIL_PASSWORD MAILER_DSN
    EMAIL_URL EMAIL_HOST EMAIL_SERVER EMAIL_PORT EMAIL_USER EMAIL_PASSWORD EMAIL_HOST_USER EMAIL_HOST_PASSWORD`,
  MAIL_FROM: `SMTP_FROM SMTP_FROM_ADDRESS SMTP_SENDER MAIL_FROM_ADDRESS MAIL_SENDER MAILER_FROM EMAIL_FROM FROM_EMAIL
    DEFAULT_FROM_EMAIL`,
}

/** Names of other programs for things that the environment does not set here. Only those that protect something. */
const setElsewhere: Readonly<Record<string, string>> = {
  'The first account is made in the browser, or by npm run user.': `ADMIN_PASS ADMIN_PASSWORD INITIAL_ADMIN_PASSWORD
    DEFAULT_ADMIN_PASSWORD`,
  'Admin, People says who may sign up.': `ALLOW_REGISTRATION ENABLE_REGISTRATION DISABLE_REGISTRATION OPEN_REGISTRATION
    REGISTRATION_ENABLED ALLOW_SIGNUP ALLOW_SIGNUPS ENABLE_SIGNUP ENABLE_SIGNUPS DISABLE_SIGNUP SIGNUPS_ALLOWED`,
}

const wordsOf = (text: string) => text.split(/\s+/)

type Advice = {
  /** Our variable; null: the environment does not set it. */
  readonly ours: string | null
  readonly text: string
}

const advice = new Map<string, Advice>([
  ...Object.entries(variables).flatMap(([ours, names]) =>
    wordsOf(names).map((name): [string, Advice] => [name, { ours, text: `Set ${ours}, or remove it.` }]),
  ),
  ...Object.entries(setElsewhere).flatMap(([text, names]) =>
    wordsOf(names).map((name): [string, Advice] => [name, { ours: null, text: `${text} Remove it.` }]),
  ),
])

const adviceFor = (name: string) => advice.get(name.toUpperCase().replace(/_FILE$/, ''))

/** Whether other programs have this name for what ours set, also as a file or in small letters. */
export const isForeign = (name: string): boolean => adviceFor(name) !== undefined

/** Values by which containers know their neighbours (SMTP_PORT=tcp://…), and Vite its pages (BASE_URL=/). */
const isMeantForOthers = (value: string) => value.startsWith('tcp://') || value === '/'

/**
 * The setting in place of a name that other programs have for the same; null: it is no such name, or the right one is set, too. Whoever sets
 * ADMIN_PASSWORD or TRUST_PROXY counts on it, and nothing else tells that nobody heeds it.
 */
export function adviceOnForeign(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
): string | null {
  const found = adviceFor(name)
  if (found === undefined || isMeantForOthers(env[name] ?? '')) return null
  const { ours, text } = found
  const isSaid = ours !== null && [ours, `${ours}_FILE`].some((each) => (env[each] ?? '') !== '')
  return isSaid ? null : `Skylark does not read ${name}. ${text}`
}
