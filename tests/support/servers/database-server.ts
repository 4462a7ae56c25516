import { rmSync } from 'node:fs'
import pg from 'pg'
import { startPostgres } from '#lib/launch/postgres/embedded-postgres.ts'
import { migrate } from '#lib/launch/migrate/migrate.ts'
import { makeQuickFolder } from '#tests/support/browser/quick-folder.ts'

/** Nothing of a test database has to survive the machine. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }

/**
 * One PostgreSQL for all test files, with the migrated database `template_skylark` from which each file gets its own
 * (tests/support/servers/database.ts).
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env['TEST_DATABASE_SERVER_URL'] !== undefined) return async () => undefined // of another project
  const server = await startTestServer()
  process.env['TEST_DATABASE_SERVER_URL'] = server.url // inherited by vitest's workers
  return () => server.stop()
}

/** Tests set budgets themselves: a fixed one, which does not grow with their few sources, unless they say otherwise. */
async function fixBudget(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `INSERT INTO "server_settings" ("id", "checksPerSource", "updatedAt") VALUES (1, 0, now())`,
  )
  await client.end()
}

/** The same server for what runs outside of vitest. */
export async function startTestServer(): Promise<{
  readonly url: string
  readonly stop: () => Promise<void>
}> {
  const dataDir = makeQuickFolder('skylark-test-')
  const server = await startPostgres({ dataDir, settings })
  const template = new URL(server.url)
  template.pathname = '/template_skylark'
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query('CREATE DATABASE template_skylark')
  await client.end()
  await migrate(template.href)
  await fixBudget(template.href)
  return {
    url: server.url,
    stop: async () => {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
