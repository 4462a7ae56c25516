import { afterEach, expect, test } from 'vitest'
import { migrate } from '#lib/launch/migrate/migrate.ts'
import { diffMigrationsToSchema } from '#lib/launch/migrate/migration-diff.ts'
import { listMigrations } from '#lib/launch/migrate/migration-folder.ts'
import { createEmptyDatabase, type TestDatabase } from '#tests/support/servers/database.ts'
import { columnsOf, contentOf, fillTables, withClient } from '#tests/support/data/filled-tables.ts'
import { historyOf, migrateAsBefore } from '#tests/support/data/summed-up-history.ts'
import released from '#tests/fixtures/released-migrations.json' with { type: 'json' }

const made: TestDatabase[] = []
afterEach(async () => {
  for (const database of made.splice(0)) await database.drop()
})

async function empty(): Promise<string> {
  made.push(await createEmptyDatabase())
  return made.at(-1)?.url ?? ''
}

/** Columns and whole tables that a migration takes away, and why that loses nothing; all else stays as it is. */
const meant: Readonly<Record<string, readonly string[]>> = {
  // figures of a policy that never polled; the lab replays it whenever somebody asks
  '0065_one_policy': ['shadow', 'shadow_day', 'shadow_source'],
}

test('from the first migration on, each one keeps the rows that were there, in every table and column', async () => {
  const url = await empty()
  const all = await listMigrations()
  let touched = 0
  for (const [index, { name }] of all.entries()) {
    const before = await columnsOf(url)
    const kept = leaveOut(before, meant[name] ?? [])
    const content = await contentOf(url, kept)
    await migrate(url, all.slice(0, index + 1))
    const after = await contentOf(url, kept) // a column or table that is gone is an error here
    for (const table of Object.keys(kept))
      expect.soft(after[table], `${name}: ${table}`).toEqual(content[table])
    touched += Object.keys(kept).length
    await fillTables(url, 3, Object.keys(before)) // those that this migration made
  }
  expect(await diffMigrationsToSchema(url)).toBeNull()
  expect(touched).toBeGreaterThan(250)
  expect(Object.entries(await contentOf(url)).filter(([, { rows }]) => rows === 0)).toEqual([])
}, 180_000)

test('a database of the 48 migrations is brought to this version with all its rows', async () => {
  const url = await empty()
  await migrateAsBefore(url)
  await fillTables(url, 50)
  const before = leaveOut(await columnsOf(url), Object.values(meant).flat())
  const content = await contentOf(url, before)
  const all = (await listMigrations()).map(({ name }) => name)
  expect(await migrate(url)).toEqual(all.slice(1))
  expect(await migrate(url)).toEqual([])
  expect(await historyOf(url)).toEqual(all)
  const after = await contentOf(url, before)
  for (const table of Object.keys(before)) expect.soft(after[table], table).toEqual(content[table])
  expect(await diffMigrationsToSchema(url)).toBeNull()
})

test('a database of fewer than the 48 is refused by what it lacks, and stays as it was', async () => {
  const url = await empty()
  await migrateAsBefore(url, 47)
  const before = await historyOf(url)
  await expect(migrate(url)).rejects.toThrow(
    /whose last migration is 0062_plan_in_force\. Bring it to 0063_what_is_over/,
  )
  expect(await historyOf(url)).toEqual(before)
})

test('acts that are no longer made stay in the log, with what they were', async () => {
  const url = await empty()
  const all = await listMigrations()
  await migrate(
    url,
    all.filter(({ name }) => name < '0065'),
  )
  const acts = await withClient(url, async (client) => {
    await client.query(`INSERT INTO "audit_log" ("at", "act", "detail")
      VALUES (now(), 'shadow-started', 'uniform'), (now(), 'signed-in', 'x')`)
    await migrate(url)
    return client.query<{ act: string; detail: string }>(
      `SELECT "act", "detail" FROM "audit_log" ORDER BY "id"`,
    )
  })
  expect(acts.rows).toEqual([
    { act: 'of-an-earlier-version', detail: 'shadow-started uniform' },
    { act: 'signed-in', detail: 'x' },
  ])
})

test('what was released is never written anew: a database that has it would be refused', async () => {
  const now = Object.fromEntries((await listMigrations()).map(({ name, checksum }) => [name, checksum]))
  expect(now).toMatchObject(released)
})

function leaveOut(
  tables: Readonly<Record<string, readonly string[]>>,
  names: readonly string[],
): Record<string, readonly string[]> {
  const kept = Object.entries(tables)
    .filter(([table]) => !names.includes(table))
    .map(
      ([table, columns]) =>
        [table, columns.filter((column) => !names.includes(`${table}.${column}`))] as const,
    )
  return Object.fromEntries(kept)
}

test('a server that is there keeps its budget, and a new one gets checks for each feed', async () => {
  const url = await empty()
  const all = await listMigrations()
  const since = all.findIndex(({ name }) => name === '0070_checks_per_source')
  const rowsOf = (id: number) =>
    withClient(url, async (client) => {
      await client.query(
        `INSERT INTO "server_settings" ("id", "updatedAt") VALUES (${id}, now()) ON CONFLICT DO NOTHING`,
      )
      const { rows } = await client.query(
        `SELECT "budgetPerDay", "checksPerSource" FROM "server_settings" WHERE "id" = ${id}`,
      )
      return rows as unknown
    })
  await migrate(url, all.slice(0, since))
  await withClient(url, (client) =>
    client.query(`INSERT INTO "server_settings" ("id", "budgetPerDay", "updatedAt") VALUES (1, 5000, now())`),
  )
  await migrate(url, all)
  expect(await rowsOf(1)).toEqual([{ budgetPerDay: 5000, checksPerSource: null }])
  expect(await rowsOf(2)).toEqual([{ budgetPerDay: 10_000, checksPerSource: 24 }])
})
