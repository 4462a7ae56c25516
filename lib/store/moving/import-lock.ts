import pg from 'pg'
import { log } from '#lib/runtime/log.ts'
import { advisoryLocks } from '#lib/store/connection/advisory-locks.ts'

const connectTimeoutMs = 10_000
/** A host that vanishes without a word holds its locks for a minute, not for the kernel's two hours. */
const noticeDeath =
  'SET tcp_keepalives_idle = 30; SET tcp_keepalives_interval = 10; SET tcp_keepalives_count = 3'

/**
 * Keeps all others, in whatever process, from importing into this account: two at once would both find an alert or a rule missing, and make
 * it. On a connection of its own: PostgreSQL ends the lock with that, and that with the process, however it dies.
 * @returns ends it; null: somebody else is at it
 */
export async function takeImportLock(
  databaseUrl: string,
  subscriberId: string,
): Promise<(() => Promise<void>) | null> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'skylark-import',
  })
  client.on('error', (error) => log.warn('import-lock-lost', { error }))
  try {
    await client.connect()
    await client.query(noticeDeath)
    const { rows } = await client.query<{ isMine: boolean }>(
      'SELECT pg_try_advisory_lock($1, hashtext($2)) AS "isMine"',
      [advisoryLocks.importing, subscriberId],
    )
    if (rows[0]?.isMine === true) return () => client.end()
  } catch (error) {
    await client.end()
    throw error
  }
  await client.end()
  return null
}
