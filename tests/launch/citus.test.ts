import { readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectRoot } from '#lib/launch/project.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts'

let database: TestDatabase
let client: pg.Client

/** Citus's functions, which only note what they are asked: the extension itself is not here. */
const standIns = `
  CREATE TABLE placed ("table" regclass PRIMARY KEY, "column" text, "with" text);
  CREATE FUNCTION create_reference_table(t regclass) RETURNS void LANGUAGE sql AS
    $$ INSERT INTO placed VALUES (t, NULL, NULL) $$;
  CREATE FUNCTION create_distributed_table(t regclass, c text, colocate_with text) RETURNS void LANGUAGE sql AS
    $$ INSERT INTO placed VALUES (t, c, colocate_with) $$`

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const script = await readFile(path.join(projectRoot, 'ops/citus.sql'), 'utf8')
  await client.query(standIns)
  await client.query(script.replace('CREATE EXTENSION IF NOT EXISTS citus;', ''))
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

async function ask(sql: string): Promise<unknown[]> {
  return (await client.query<Record<string, unknown>>(sql)).rows
}

test('each table of the schema has its place', async () => {
  const without = await ask(`
    SELECT oid::regclass::text AS "table" FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
      AND oid NOT IN (SELECT "table" FROM placed) AND relname NOT IN ('placed', '_prisma_migrations')`)
  expect(without).toEqual([])
  expect(await ask(`SELECT count(*)::int AS "count" FROM placed`)).toEqual([{ count: 89 }])
})

test('a table stands with those of the same column type alone', async () => {
  const astray = await ask(`
    SELECT p."table"::text FROM placed p JOIN placed o ON o."table"::text = quote_ident(p."with")
    JOIN pg_attribute a ON a.attrelid = p."table" AND a.attname = p."column"
    JOIN pg_attribute b ON b.attrelid = o."table" AND b.attname = o."column"
    WHERE a.atttypid <> b.atttypid`)
  expect(astray).toEqual([])
  const missing = await ask(`
    SELECT p."table"::text FROM placed p WHERE p."column" IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM pg_attribute a WHERE a.attrelid = p."table" AND a.attname = p."column" AND a.attnotnull)`)
  expect(missing).toEqual([])
})

test('each key of a distributed table holds its column, and each of these tables has a key', async () => {
  const narrow = await ask(`
    SELECT i.indexrelid::regclass::text AS "index" FROM pg_index i JOIN placed p ON p."table" = i.indrelid
    WHERE i.indisunique AND p."column" IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM pg_attribute a WHERE a.attrelid = i.indexrelid AND a.attname = p."column")`)
  expect(narrow).toEqual([])
  const keyless = await ask(`
    SELECT "table"::text FROM placed WHERE "table" NOT IN (SELECT indrelid FROM pg_index WHERE indisprimary)`)
  expect(keyless).toEqual([])
})

test('foreign keys lead to reference tables, or join rows by the columns that bring them to one machine', async () => {
  const apart = await ask(`
    SELECT k.conrelid::regclass || ': ' || k.conname AS "key"
    FROM pg_constraint k JOIN placed f ON f."table" = k.conrelid JOIN placed t ON t."table" = k.confrelid
    WHERE k.contype = 'f' AND t."column" IS NOT NULL AND NOT EXISTS (
      SELECT 1 FROM unnest(k.conkey, k.confkey) AS pair(own, other)
      JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = pair.own AND a.attname = f."column"
      JOIN pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = pair.other AND b.attname = t."column")`)
  expect(apart).toEqual([])
  const left = await ask(`SELECT count(*)::int AS "count" FROM pg_constraint
    WHERE contype = 'f' AND confrelid = 'posting'::regclass AND conparentid = 0`)
  expect(left).toEqual([{ count: 2 }])
})

test('nothing is unique only by who writes but what the script says so of', async () => {
  const lost = await ask(`
    SELECT i.indexrelid::regclass::text AS "index" FROM pg_index i JOIN placed p ON p."table" = i.indrelid
    WHERE NOT i.indisunique AND i.indexrelid::regclass::text ~ '_key"?$' ORDER BY 1`)
  expect(lost.map((row) => Object.values(row as object)[0])).toEqual([
    '"output_feed_secretHash_key"',
    '"push_subscription_callbackId_key"',
    'alert_delivery_key_key',
    'source_url_key',
  ])
})
