import { AsyncLocalStorage } from 'node:async_hooks'
import { prismaAdapter } from 'better-auth/adapters/prisma'
import type { Database, Transaction } from '#lib/store/connection/database.ts'

const running = new AsyncLocalStorage<Transaction>()

/** better-auth's store on our database. Its transactions are visible to our hooks through `runningTransaction`. */
export function authAdapter(database: Database) {
  const inTransaction = (work: (transaction: Transaction) => Promise<unknown>) =>
    database.$transaction((transaction) => running.run(transaction, () => work(transaction)))
  const client = new Proxy(database, {
    get: (target, name) => (name === '$transaction' ? inTransaction : Reflect.get(target, name)),
  })
  return prismaAdapter(client, { provider: 'postgresql', transaction: true })
}

/** The transaction in which better-auth works at this moment, or null. */
export function runningTransaction(): Transaction | null {
  return running.getStore() ?? null
}
