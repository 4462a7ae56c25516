import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { LaunchError } from '#lib/launch/program/launch-error.ts'

/** PostgreSQL 15: the oldest version that is tested. */
const oldestVersion = 150_000
const connectTimeoutMs = 10_000
/** The time that a server that says it is starting up is waited for. */
const startupPatienceMs = 30_000

/**
 * Makes sure that DATABASE_URL can be used: somebody answers, lets us in, is new enough, and the database exists; one
 * that is missing is created where that is allowed.
 * @throws LaunchError saying which of these is not so
 */
export async function checkExternalDatabase(databaseUrl: string, oldest = oldestVersion): Promise<void> {
  const address = parseAddress(databaseUrl)
  const deadline = performance.now() + startupPatienceMs
  for (;;) {
    const failure = await tryToConnect(databaseUrl, oldest)
    if (failure === null) return
    if (codeOf(failure) === '3D000') await createDatabase(address)
    else if (codeOf(failure) !== '57P03' || performance.now() > deadline) throw explain(failure, address)
    await sleep(200)
  }
}

async function tryToConnect(databaseUrl: string, oldest: number): Promise<unknown> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: connectTimeoutMs })
  client.on('error', () => undefined) // reported by whatever call is under way
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string; number: number }>(
      `SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number`,
    )
    const found = rows[0]
    if (found !== undefined && found.number < oldest) {
      return new LaunchError(
        `DATABASE_URL is PostgreSQL ${found.version}; Skylark needs ${Math.floor(oldest / 10_000)} or newer.`,
      )
    }
    return null
  } catch (error) {
    return error
  } finally {
    await client.end().catch(() => undefined) // it may never have been connected
  }
}

async function createDatabase(address: URL): Promise<void> {
  const name = databaseName(address)
  const admin = new URL(address.href)
  admin.pathname = '/postgres'
  const client = new pg.Client({ connectionString: admin.href, connectionTimeoutMillis: connectTimeoutMs })
  try {
    await client.connect()
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`)
  } catch (error) {
    if (codeOf(error) === '42P04') return // another process was faster
    throw new LaunchError(
      `The database ${name} of DATABASE_URL does not exist and cannot be made by its user (${messageOf(error)}). ` +
        `Run as an administrator: CREATE DATABASE "${name}" OWNER "${decodeURIComponent(address.username)}"`,
      { cause: error },
    )
  } finally {
    await client.end().catch(() => undefined) // it may never have been connected
  }
}

function parseAddress(databaseUrl: string): URL {
  try {
    const address = new URL(databaseUrl)
    decodeURIComponent(address.username + address.password + address.pathname)
    return address
  } catch (error) {
    throw new LaunchError(
      'DATABASE_URL is not an address like postgresql://user:password@host:5432/database. ' +
        'Signs such as / ? # @ % in a password must be written as %2F %3F %23 %40 %25.',
      { cause: error },
    )
  }
}

function explain(failure: unknown, address: URL): LaunchError {
  if (failure instanceof LaunchError) return failure
  const user = decodeURIComponent(address.username)
  const port = address.port === '' ? 5432 : address.port
  const place = address.searchParams.get('host') ?? `${address.hostname}:${port}`
  const code = codeOf(failure)
  if (code === '28P01' || code === '28000') {
    return new LaunchError(
      `DATABASE_URL: ${place} refuses the user ${user} or its password (${messageOf(failure)}).`,
    )
  }
  return new LaunchError(`DATABASE_URL: no PostgreSQL can be reached at ${place} (${messageOf(failure)}).`, {
    cause: failure,
  })
}

function databaseName(address: URL): string {
  const name = decodeURIComponent(address.pathname.slice(1))
  return name === '' ? decodeURIComponent(address.username) : name
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
