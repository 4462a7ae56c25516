import type pg from 'pg'
import type { Head, Manifest } from './backup-format.ts'
import { leftOut } from './backup-format.ts'

/** The tables whose rows are kept, with the columns that can be written, by name. One that is kept in parts is one table. */
export async function listTables(client: pg.Client): Promise<Head['tables']> {
  const { rows } = await client.query<Head['tables'][number]>(
    `SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = current_schema()::regnamespace
       AND NOT a.attisdropped AND a.attgenerated = '' AND c.relname <> ALL ($1)
     GROUP BY c.relname ORDER BY c.relname`,
    [leftOut],
  )
  return rows
}

/** The values of the sequences. They belong to no transaction, so read them after the rows: they may run ahead, not behind. */
export async function listSequences(client: pg.Client): Promise<Manifest['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(relname) AS name FROM pg_class
     WHERE relkind = 'S' AND relnamespace = current_schema()::regnamespace ORDER BY relname`,
  )
  const sequences: Manifest['sequences'] = []
  for (const { name } of rows) {
    const found = await client.query<{ value: string; isCalled: boolean }>(
      `SELECT last_value::text AS value, is_called AS "isCalled" FROM ${name}`,
    )
    sequences.push(...found.rows.map((row) => ({ name, ...row })))
  }
  return sequences
}
