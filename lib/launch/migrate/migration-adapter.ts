import { randomUUID } from 'node:crypto'
import {
  ColumnTypeEnum,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
  type SqlQuery,
} from '@prisma/driver-adapter-utils'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'

/** Type ids of PostgreSQL: the one-byte "char" of its catalogue, and text. */
const charTypeId = 18
const textTypeId = 25

type MigrationAdapter = SqlMigrationAwareDriverAdapterFactory & {
  /** Ends every connection and removes shadow databases; the engine does not wait for that itself. */
  readonly close: () => Promise<void>
}

/**
 * Prisma's adapter for PostgreSQL made fit for migrations. As it is (7.10), it cannot read the catalogue
 * (https://github.com/prisma/orm/issues/27403), cuts scripts at every semicolon, even inside a string, and replays
 * migrations in the very database it is given as an address, not in a shadow of it.
 */
export function createMigrationAdapter(databaseUrl: string): MigrationAdapter {
  const cleanups: (() => Promise<unknown>)[] = []

  async function connect(url: string): Promise<SqlDriverAdapter> {
    const pool = new pg.Pool({ connectionString: url, max: 4 })
    cleanups.unshift(() => pool.end())
    return adapt(pool)
  }

  async function connectToShadowDb(): Promise<SqlDriverAdapter> {
    const name = `skylark_shadow_${randomUUID().replaceAll('-', '')}`
    const shadowUrl = new URL(databaseUrl)
    shadowUrl.pathname = `/${name}`
    await runOnce(databaseUrl, `CREATE DATABASE ${name}`)
    // Not by force: PostgreSQL waits 5 s for connections that are just ending, and would break them off with an error.
    cleanups.unshift(() => runOnce(databaseUrl, `DROP DATABASE ${name}`))
    return connect(shadowUrl.href)
  }

  return {
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => connect(databaseUrl),
    connectToShadowDb,
    close: async () => {
      for (const cleanUp of cleanups.splice(0)) await cleanUp()
    },
  }
}

async function adapt(pool: pg.Pool): Promise<SqlDriverAdapter> {
  const charColumns = presentCharAsText(pool)
  const adapter = await new PrismaPg(pool).connect()
  const queryRaw = adapter.queryRaw.bind(adapter)
  return Object.assign(adapter, {
    queryRaw: async (query: SqlQuery) => {
      const result = await queryRaw(query)
      for (const column of charColumns.get(result.rows) ?? [])
        result.columnTypes[column] = ColumnTypeEnum.Character
      return result
    },
    // Without arguments PostgreSQL takes all statements at once, in one transaction.
    executeScript: async (script: string) => {
      await adapter.executeRaw({ sql: script, args: [], argTypes: [] })
    },
  })
}

/** Makes columns of type "char" look like text, which the adapter can read, and remembers them by their rows. */
function presentCharAsText(pool: pg.Pool): WeakMap<object, readonly number[]> {
  const charColumns = new WeakMap<object, readonly number[]>()
  const query = pool.query.bind(pool)
  Object.assign(pool, {
    query: async (request: pg.QueryArrayConfig) => {
      const result: Partial<pg.QueryArrayResult> = await query(request) // of several statements: a list without fields
      const found = (result.fields ?? []).flatMap((field, at) =>
        field.dataTypeID === charTypeId ? [at] : [],
      )
      for (const field of result.fields ?? [])
        if (field.dataTypeID === charTypeId) field.dataTypeID = textTypeId
      if (result.rows !== undefined) charColumns.set(result.rows, found)
      return result
    },
  })
  return charColumns
}

async function runOnce(databaseUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
