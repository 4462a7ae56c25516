import { randomBytes } from 'node:crypto'
import pg from 'pg'

export type TestDatabase = {
  readonly url: string
  /** Removes the database, ending sessions that are still open. */
  readonly drop: () => Promise<void>
}

/** A migrated, empty database of its own, on the server that tests/support/servers/database-server.ts runs. */
export async function createTestDatabase(serverUrl: string = testServerUrl()): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await runOn(serverUrl, `CREATE DATABASE ${name} TEMPLATE template_skylark STRATEGY file_copy`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => runOn(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}

/** A database without any table, on the same server. */
export async function createEmptyDatabase(serverUrl: string = testServerUrl()): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await runOn(serverUrl, `CREATE DATABASE ${name} TEMPLATE template0`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => runOn(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) }
}

async function runOn(serverUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}

function testServerUrl(): string {
  const url = process.env['TEST_DATABASE_SERVER_URL']
  if (url === undefined)
    throw new Error('No test database server: is this file in the vitest project "database"?')
  return url
}
