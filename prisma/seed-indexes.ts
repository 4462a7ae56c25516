import type pg from 'pg'

const filled = ['posting', 'posting_alias', 'posting_search']

type Definition = { readonly table: string; readonly name: string; readonly definition: string }

/**
 * Does work without the indexes and foreign keys of the tables that are filled, but for their primary keys, and makes them again
 * as they were: sorted once at the end they cost a fraction of what each row would pay. Within a transaction, so that an
 * interrupted seed leaves them as they were; whoever else wants these tables waits for its end.
 */
export async function withoutIndexes(client: pg.Client, work: () => Promise<void>): Promise<void> {
  const keys = await readKeys(client)
  const indexes = await readIndexes(client)
  for (const { table, name } of keys)
    await client.query(`ALTER TABLE ${quoted(table)} DROP CONSTRAINT ${quoted(name)}`)
  for (const { name } of indexes) await client.query(`DROP INDEX ${quoted(name)}`)
  await work()
  await client.query("SET LOCAL maintenance_work_mem = '512MB'")
  await client.query('SET LOCAL max_parallel_maintenance_workers = 2')
  for (const { definition } of indexes) await client.query(definition)
  for (const { table, name, definition } of keys)
    await client.query(`ALTER TABLE ${quoted(table)} ADD CONSTRAINT ${quoted(name)} ${definition}`)
}

async function readIndexes(client: pg.Client): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(
    // Of a table in parts PostgreSQL shows the index of the whole alone.
    `SELECT t.relname AS "table", c.relname AS "name", replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') AS "definition"
     FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
     WHERE t.relnamespace = current_schema()::regnamespace AND t.relname = ANY($1)
       AND NOT EXISTS (SELECT 1 FROM pg_constraint k WHERE k.conindid = i.indexrelid) ORDER BY i.indexrelid`,
    [filled],
  )
  return rows
}

async function readKeys(client: pg.Client): Promise<Definition[]> {
  const { rows } = await client.query<Definition>(
    `SELECT t.relname AS "table", k.conname AS "name", pg_get_constraintdef(k.oid) AS "definition"
     FROM pg_constraint k JOIN pg_class t ON t.oid = k.conrelid
     WHERE t.relnamespace = current_schema()::regnamespace AND t.relname = ANY($1) AND k.contype = 'f' AND k.conparentid = 0 ORDER BY k.oid`,
    [filled],
  )
  return rows
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
