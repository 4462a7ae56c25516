import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from './generated/client.ts'
import { createStatementNames } from './statement-names.ts'

/** The database as every function of this folder takes it: the client, or a transaction of it. */
export type Database = PrismaClient
export type Transaction = Omit<
  PrismaClient,
  '$connect' | '$disconnect' | '$on' | '$transaction' | '$use' | '$extends'
>

type ConnectionFigures = { readonly total: number; readonly idle: number; readonly waiting: number }

// Kept on globalThis: Next loads this module once per bundle, while its database is one for all of them.
const holder = globalThis as { skylarkPools?: WeakMap<Database, CountedPg> }

export type DatabaseOptions = {
  readonly maxConnections?: number
  /** Whether connections keep the plans of statements that are asked again and again (statement-names.ts); default: no. */
  readonly keepsPlans?: boolean
}

/** Opens a pool of connections; close it with `$disconnect()`. `url` is a postgresql:// address. */
export function openDatabase(url: string, options: DatabaseOptions = {}): Database {
  const { maxConnections = 10, keepsPlans = false } = options
  const naming = keepsPlans ? { statementNameGenerator: createStatementNames() } : {}
  const adapter = new CountedPg({ connectionString: url, max: maxConnections }, naming)
  // Where all connections are busy, somebody who waits is better served than one who is refused after Prisma's two seconds.
  const database = new PrismaClient({ adapter, transactionOptions: { maxWait: 10_000 } })
  holder.skylarkPools ??= new WeakMap()
  holder.skylarkPools.set(database, adapter)
  return database
}

/** Connections of a database's pool, those of them without work, and statements that wait for one. */
export function connectionFigures(database: Database): ConnectionFigures {
  return holder.skylarkPools?.get(database)?.figures() ?? { total: 0, idle: 0, waiting: 0 }
}

/** Prisma's adapter, which otherwise tells nobody of its pool. */
class CountedPg extends PrismaPg {
  private latest: Awaited<ReturnType<PrismaPg['connect']>> | null = null

  override async connect() {
    this.latest = await super.connect()
    return this.latest
  }

  figures(): ConnectionFigures {
    const pool = this.latest?.underlyingDriver()
    return { total: pool?.totalCount ?? 0, idle: pool?.idleCount ?? 0, waiting: pool?.waitingCount ?? 0 }
  }
}
