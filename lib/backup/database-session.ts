import pg from 'pg'

/** Rows must read the same wherever they are written and read, and a copy may take its time. */
const settings = {
  client_encoding: 'UTF8',
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  extra_float_digits: '3',
  bytea_output: 'hex',
  row_security: 'off',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
}

/**
 * Does something with a connection of its own, which ends with it, and at once with `signal`: whatever statement is under way, or waits for
 * somebody's lock, fails, and PostgreSQL undoes what was not committed.
 */
export async function withSession<Result>(
  databaseUrl: string,
  signal: AbortSignal | undefined,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined) // reported by whatever statement is under way
  await client.connect()
  const cut = () => client.connection.stream.destroy()
  signal?.addEventListener('abort', cut, { once: true })
  try {
    signal?.throwIfAborted()
    for (const [name, value] of Object.entries(settings))
      await client.query('SELECT set_config($1, $2, false)', [name, value])
    return await work(client)
  } finally {
    signal?.removeEventListener('abort', cut)
    await client.end()
  }
}

type Table = { readonly name: string; readonly columns: readonly string[] }

/** The rows of a table in the words of COPY. */
export function copyTarget(table: Table): string {
  return `${pg.escapeIdentifier(table.name)} (${columnList(table)})`
}

export function columnList({ columns }: Table): string {
  return columns.map((each) => pg.escapeIdentifier(each)).join(', ')
}
