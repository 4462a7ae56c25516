import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createTestDatabase } from '#tests/support/servers/database.ts'

test('docs/architecture.md names each trigger of the database with its function', async () => {
  const { url, drop } = await createTestDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pair: string }>(
    `SELECT DISTINCT t.tgname || ' ' || p.proname AS "pair" FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
      WHERE NOT t.tgisinternal ORDER BY 1`,
  )
  await client.end()
  await drop()
  const named = readFileSync('docs/architecture.md', 'utf8').matchAll(/^\| `(\w+)` +\| `(\w+)` +\|/gm)
  const pairs = Array.from(named, ([, trigger, of]) => `${trigger} ${of}`)
  expect(pairs.toSorted()).toEqual(rows.map(({ pair }) => pair))
})
