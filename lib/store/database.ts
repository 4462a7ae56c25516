import { PrismaPg } from '@prisma/adapter-pg'
import { PrismaClient } from './generated/client.ts'

/** The database as every function of this folder takes it: the client, or a transaction of it. */
export type Database = PrismaClient
export type Transaction = Omit<
  PrismaClient,
  '$connect' | '$disconnect' | '$on' | '$transaction' | '$use' | '$extends'
>

/** Opens a pool of connections; close it with `$disconnect()`. `url` is a postgresql:// address. */
export function openDatabase(url: string, options: { readonly maxConnections?: number } = {}): Database {
  const adapter = new PrismaPg({ connectionString: url, max: options.maxConnections ?? 10 })
  return new PrismaClient({ adapter })
}
