import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkExternalDatabase } from '#lib/launch/postgres/external-database.ts'
import { findFreePort } from '#tests/support/servers/free-port.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/database.ts'

let database: TestDatabase
const guest = `guest_${randomBytes(4).toString('hex')}`

beforeAll(async () => {
  database = await createTestDatabase()
  await query(`CREATE ROLE ${guest} LOGIN PASSWORD 'guest'`)
})
afterAll(async () => {
  await query(`DROP ROLE ${guest}`)
  await database.drop()
})

async function query(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}

function changed(change: (url: URL) => void): string {
  const url = new URL(database.url)
  change(url)
  return url.href
}

test('a good address passes', async () => {
  await expect(checkExternalDatabase(database.url)).resolves.toBeUndefined()
})

test('a server that is not there is named by host and port', async () => {
  const port = await findFreePort()
  const url = changed((each) => {
    each.searchParams.delete('host')
    each.host = `127.0.0.1:${port}`
  })
  await expect(checkExternalDatabase(url)).rejects.toThrow(
    `no PostgreSQL can be reached at 127.0.0.1:${port}`,
  )
})

test('a wrong password is told without showing it', async () => {
  const url = changed((each) => (each.password = 'not-the-password'))
  const failure = await checkExternalDatabase(url).catch((error: unknown) => String(error))
  expect(failure).toContain('refuses the user skylark or its password')
  expect(failure).not.toContain('not-the-password')
})

test('a database that is missing is made', async () => {
  const name = `made_${randomBytes(4).toString('hex')}`
  const url = changed((each) => (each.pathname = `/${name}`))
  await checkExternalDatabase(url)
  await query(`DROP DATABASE ${name}`)
})

test('a database that is missing and may not be made is told with the statement that makes it', async () => {
  const url = changed((each) => {
    each.pathname = '/not_there'
    each.username = guest
    each.password = 'guest'
  })
  await expect(checkExternalDatabase(url)).rejects.toThrow(`CREATE DATABASE "not_there" OWNER "${guest}"`)
})

test('a server that is too old is refused by its version', async () => {
  await expect(checkExternalDatabase(database.url, 990_000)).rejects.toThrow(
    /is PostgreSQL 18.*; Skylark needs 99 or newer/,
  )
})

test('an address that cannot be read is told with the cure', async () => {
  await expect(checkExternalDatabase('postgresql://me:pass%word@here/there')).rejects.toThrow(
    'must be written as',
  )
})
