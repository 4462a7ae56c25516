import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from './generated/client.ts'

/** The database as every function of this folder takes it: the client, or a transaction of it. */
export type Database = PrismaClient
export type Transaction = Omit<
  PrismaClient,
  '$connect' | '$disconnect' | '$on' | '$transaction' | '$use' | '$extends'
>

type ConnectionFigures = { readonly total: number; readonly idle: number; readonly waiting: number }

// Kept on globalThis: Next loads this module once per bundle, while its database is one for all of them.
const holder = globalThis as { skylarkPools?: WeakMap<Database, CountedPg> }

/** Opens a pool of connections; close it with `$disconnect()`. `url` is a postgresql:// address. */
export function openDatabase(url: string, options: { readonly maxConnections?: number } = {}): Database {
  const adapter = new CountedPg({ connectionString: url, max: options.maxConnections ?? 10 })
  const database = new PrismaClient({ adapter })
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
