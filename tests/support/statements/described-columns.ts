import pg from 'pg'

/** A column of a statement's rows; `type` as PostgreSQL writes it: `bigint`, `text[]`, `timestamp with time zone`. */
export type DescribedColumn = { readonly name: string; readonly type: string }

/** The columns of a statement, or why PostgreSQL does not take it. */
export type Described = readonly DescribedColumn[] | { readonly refused: string }

type Field = { readonly name: string; readonly dataTypeID: number }
type Answer = readonly Field[] | { readonly refused: string }

/** Asks PostgreSQL which columns each statement would give. No statement runs. */
export async function describeStatements(url: string, texts: readonly string[]): Promise<Described[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows: types } = await client.query<{ id: number; name: string }>(
      'SELECT oid::int4 AS "id", oid::regtype::text AS "name" FROM pg_type',
    )
    const nameOf = new Map(types.map(({ id, name }) => [id, name]))
    const described: Described[] = []
    for (const text of texts) {
      const answer = await describe(client, text)
      described.push(
        'refused' in answer
          ? answer
          : answer.map(({ name, dataTypeID }) => ({ name, type: nameOf.get(dataTypeID) ?? 'unknown' })),
      )
    }
    return described
  } finally {
    await client.end()
  }
}

/** The part of pg's connection for messages of the protocol. */
type Wire = {
  readonly parse: (message: { readonly name: string; readonly text: string }) => void
  readonly describe: (message: { readonly type: 'S' }) => void
  readonly sync: () => void
}

/** PostgreSQL infers the types of parameters, as it does for Prisma. */
function describe(client: pg.Client, text: string): Promise<Answer> {
  return new Promise((resolve) => {
    let described: readonly Field[] = [] // a statement without rows is not described
    client.query({
      submit: (connection: unknown) => {
        const wire = connection as Wire
        wire.parse({ name: '', text })
        wire.describe({ type: 'S' })
        wire.sync()
      },
      handleRowDescription: ({ fields }: { readonly fields: readonly Field[] }) => {
        described = fields
      },
      handleReadyForQuery: () => resolve(described),
      handleError: ({ message }: Error) => resolve({ refused: message }), // pg tells no more of this statement
    })
  })
}
