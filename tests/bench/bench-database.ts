import pg from 'pg'
import { config } from '#lib/runtime/config.ts'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import { quantileOf } from '#lib/policy/basics/numeric.ts'
import { watchSql } from './recorded-sql.ts'

/** The database of DATABASE_URL as the program opens it, whose statements are recorded, and a bare connection to it. */
export async function openBenchDatabase(
  maxConnections: number,
): Promise<{ readonly database: Database; readonly client: pg.Client; readonly close: () => Promise<void> }> {
  const { databaseUrl } = config()
  if (databaseUrl === null) throw new Error('DATABASE_URL is not set.')
  watchSql()
  const database = openDatabase(databaseUrl, { maxConnections })
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const close = async () => {
    await client.end()
    await database.$disconnect()
  }
  return { database, client, close }
}

/** The value that so large a share of them does not exceed; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const ascending = values.toSorted((a, b) => a - b)
  return quantileOf(ascending, share) ?? Number.NaN
}
