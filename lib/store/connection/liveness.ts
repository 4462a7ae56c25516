import { advisoryLocks } from './advisory-locks.ts'
import type { Client } from 'pg'
import type { Database, Transaction } from './database.ts'
import { endLeases } from './end-leases.ts'
import { Prisma } from '#lib/store/generated/client.ts'

/**
 * Shows that a process lives for as long as this connection does: PostgreSQL ends the lock with the connection, and
 * that with the process, however it dies. Shared, so that nobody ever waits for it.
 */
export async function showAlive(connection: Client, owner: string): Promise<void> {
  await connection.query('SELECT pg_advisory_lock_shared($1, hashtext($2))', [advisoryLocks.liveness, owner])
}

/**
 * Shows the same until a transaction that leases something ends. A process may be killed while PostgreSQL commits its claim: taken for
 * dead before that, its leases would be given back before they exist, and then left to run out.
 */
export async function showAliveWithin(transaction: Transaction, owner: string): Promise<void> {
  await transaction.$executeRaw`SELECT pg_advisory_xact_lock_shared(${advisoryLocks.liveness}::int, hashtext(${owner}))`
}

/** The process of heartbeat `b` holds its lock. */
export const isOwnerAlive = Prisma.sql`
  EXISTS (SELECT 1 FROM pg_locks l
    WHERE l."locktype" = 'advisory' AND l."granted" AND l."classid" = ${advisoryLocks.liveness}::oid AND l."objsubid" = 2
      AND l."objid" = (hashtext(b."owner")::bigint & 4294967295)::oid
      AND l."database" = (SELECT "oid" FROM pg_database WHERE "datname" = current_database()))`

/**
 * Gives back the leases of aggregators that died without doing so, so that nobody waits for them to run out. What a dead
 * one had fetched and not stored is fetched again. Processes that show no lock (one pass on request) are left to their leases.
 * @returns who died
 */
export async function endLeasesOfTheDead(database: Database): Promise<string[]> {
  const dead = await database.$queryRaw<{ owner: string }[]>`
    SELECT b."owner" FROM "aggregator_heartbeat" b WHERE b."holdsLock" AND NOT ${isOwnerAlive}`
  const owners = dead.map(({ owner }) => owner)
  if (owners.length === 0) return []
  await database.$transaction([
    ...endLeases(database, {
      hosts: Prisma.sql`h."leaseOwner" = ANY(${owners})`,
      sources: Prisma.sql`s."leaseOwner" = ANY(${owners})`,
    }),
    database.labRun.updateMany({
      where: { state: 'running', leaseOwner: { in: owners } },
      data: { leaseUntil: new Date(0) },
    }),
    database.alertDelivery.updateMany({
      where: { state: 'waiting', leaseOwner: { in: owners } },
      data: { leaseUntil: null, leaseOwner: null },
    }),
    database.integrationSend.updateMany({
      where: { state: 'waiting', leaseOwner: { in: owners } },
      data: { leaseUntil: null, leaseOwner: null },
    }),
    database.aggregatorHeartbeat.deleteMany({ where: { owner: { in: owners } } }),
  ])
  return owners
}
