import pg from 'pg'
import { listTables } from '#lib/backup/list-tables.ts'

export type TableContent = Readonly<Record<string, { readonly rows: number; readonly hash: string }>>

type Column = {
  readonly name: string
  readonly type: string
  readonly isKey: boolean
  readonly isNullable: boolean
}

/** Does something with a connection to a database. */
export async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Fills all tables of a database, whatever its schema, with rows that point at each other: every key, foreign or own, of the
 * n-th row is n. The rest has what is hard to carry: tabs, line feeds, backslashes, quotes, bytes, other scripts.
 */
export async function fillTables(url: string, rows: number, skipped: readonly string[] = []): Promise<void> {
  await withClient(url, async (client) => {
    await client.query('BEGIN; SET LOCAL session_replication_role = replica') // in any order, without triggers
    for (const { name, columns } of await listTables(client)) {
      if (skipped.includes(name)) continue
      const known = await listColumns(client, name)
      const values = columns.map((column) => valueOf(known.find((each) => each.name === column)))
      await client.query(
        `INSERT INTO "${name}" (${columns.map((each) => `"${each}"`).join(', ')})
         SELECT ${values.join(', ')} FROM generate_series(1, ${rows}) n ON CONFLICT DO NOTHING`,
      )
    }
    await client.query(`SELECT setval(pg_get_serial_sequence(format('%I', c.relname), a.attname), ${rows} + 7)
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relnamespace = 'public'::regnamespace AND a.attnum > 0 AND NOT a.attisdropped
        AND pg_get_serial_sequence(format('%I', c.relname), a.attname) IS NOT NULL`)
    await client.query('COMMIT')
  })
}

/** The number of rows of each table, and a hash of them all in whatever order they stand; columns in the order of `columns`. */
export function contentOf(
  url: string,
  columns: Readonly<Record<string, readonly string[]>> = {},
): Promise<TableContent> {
  return withClient(url, async (client) => {
    await client.query(`SET timezone = 'UTC'`)
    const content: Record<string, { rows: number; hash: string }> = {}
    for (const table of await listTables(client)) {
      const list = (columns[table.name] ?? table.columns).map((each) => `"${each}"`).join(', ')
      const found = await client.query<{ rows: number; hash: string }>(
        `SELECT count(*)::int AS rows, coalesce(md5(string_agg(h, '' ORDER BY h)), '') AS hash
         FROM (SELECT md5(ROW(${list})::text) AS h FROM "${table.name}") t`,
      )
      content[table.name] = found.rows[0] ?? { rows: 0, hash: '' }
    }
    return content
  })
}

/** The columns of each table, in their order. */
export async function columnsOf(url: string): Promise<Record<string, readonly string[]>> {
  const tables = await withClient(url, listTables)
  return Object.fromEntries(tables.map(({ name, columns }) => [name, columns]))
}

export async function namesOfTables(url: string): Promise<readonly string[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `SELECT relname AS name FROM pg_class
       WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace ORDER BY 1`,
    )
    return rows.map(({ name }) => name)
  })
}

async function listColumns(client: pg.Client, table: string): Promise<readonly Column[]> {
  const { rows } = await client.query<Column>(
    `SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type, NOT a.attnotnull AS "isNullable",
       EXISTS (SELECT FROM pg_constraint c WHERE c.conrelid = a.attrelid AND a.attnum = ANY (c.conkey) AND c.contype IN ('p', 'u', 'f'))
         OR EXISTS (SELECT FROM pg_index i WHERE i.indrelid = a.attrelid AND i.indisunique AND a.attnum = ANY (i.indkey::int2[]))
         AS "isKey"
     FROM pg_attribute a WHERE a.attrelid = format('%I', $1::text)::regclass AND a.attnum > 0 AND NOT a.attisdropped`,
    [table],
  )
  return rows
}

const hardText = `E'Grüße\\t\\\\N\\n\\\\. "Ж" ''日本'' ' || n`

function valueOf(column: Column | undefined): string {
  if (column === undefined) throw new Error('A column is listed that the table does not have.')
  const { type, isKey, isNullable } = column
  if (/^(integer|bigint|smallint)$/.test(type)) return 'n'
  // One row is the current one, the others say so by false or, where they can, by null; a hidden posting is read.
  if (type === 'boolean' && isKey) return isNullable ? 'nullif(n = 1, false)' : 'n = 1'
  if (type === 'boolean') return 'true'
  if (type === 'double precision' || type === 'real') return 'n + 1 / 3.0'
  if (type === 'text' || type.startsWith('character')) return isKey ? 'n::text' : hardText
  if (type.startsWith('timestamp')) return `timestamptz '2026-01-05T00:00Z' + n * interval '1 hour 0.001 s'`
  if (type === 'date') return `date '2026-01-05' + n`
  if (type === 'jsonb') return `jsonb_build_object('n', n, 'text', ${hardText})`
  if (type === 'bytea') return `decode('000a0d5c09ff', 'hex') || int4send(n)`
  if (type === 'tsquery') return `to_tsquery('simple', 'word')`
  if (type === 'tsvector') return `to_tsvector('simple', 'word ' || n)`
  if (type === 'text[]') return `ARRAY[${hardText}, '', 'NULL']`
  if (/^(integer|bigint|smallint|double precision)\[\]$/.test(type)) return 'ARRAY[n, n + 1]'
  throw new Error(`What a column of ${type} is filled with is not said here.`)
}
