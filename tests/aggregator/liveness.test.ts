import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { claimDueSources } from '#lib/store/polling/claim-due-sources.ts'
import { recordHeartbeat } from '#lib/store/server/heartbeat.ts'
import { endLeasesOfTheDead, showAlive } from '#lib/store/connection/liveness.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { createPolledWorld, postingAfter, type PolledWorld } from '#tests/support/world/polled-world.ts'
import { until } from '#tests/support/measure/until.ts'

const hourMs = 3_600_000

let world: PolledWorld
const connections: pg.Client[] = []
beforeEach(async () => {
  world = await createPolledWorld()
  world.server.route('/feed', rss({ postings: [postingAfter('a', -hourMs)] }))
  await world.addSource('/feed')
})
afterEach(async () => {
  for (const connection of connections.splice(0)) await connection.end()
  await world.close()
})

describe('the leases of an aggregator that dies', () => {
  test('are given back, also where its claim is committed after its death was seen', async () => {
    const life = await connect()
    const gate = await connect()
    await showAlive(life, 'dies')
    const { rows } = await life.query<{ pid: number }>('SELECT pg_backend_pid() AS "pid"')
    await recordHeartbeat(world.database, 'dies', world.clock.now(), true)
    // The claim stops before its end until the gate opens, as one whose commit takes its time.
    await gate.query(`
      CREATE FUNCTION wait_at_gate() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock(7, 7); RETURN NEW; END $$;
      CREATE TRIGGER gate BEFORE UPDATE OF "leaseUntil" ON "host" FOR EACH ROW EXECUTE FUNCTION wait_at_gate();
      SELECT pg_advisory_lock(7, 7)`)
    const claim = { owner: 'dies', now: world.clock.now(), limit: 1, leaseMs: hourMs, spacingMs: 0 }
    const claimed = claimDueSources(world.database, claim)
    await until('one waits at the gate', async () => (await waitingAtGate(gate)) === 1)
    await life.end()
    await until('its locks are gone', async () => (await locksOf(gate, rows[0]?.pid ?? 0)) === 0)
    await endLeasesOfTheDead(world.database)
    await gate.query('SELECT pg_advisory_unlock(7, 7)')
    expect(await claimed).toHaveLength(1)
    expect(await endLeasesOfTheDead(world.database)).toEqual(['dies'])
    expect(await leases()).toBe(0)
    expect(await world.database.aggregatorHeartbeat.count()).toBe(0)
  })
})

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
  connections.push(client)
  return client
}

async function leases(): Promise<number> {
  const where = { leaseOwner: { not: null } }
  return (await world.database.source.count({ where })) + (await world.database.host.count({ where }))
}

async function waitingAtGate(client: pg.Client): Promise<number> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'advisory'`,
  )
  return rowCount ?? 0
}

async function locksOf(client: pg.Client, pid: number): Promise<number> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_locks WHERE pid = $1', [pid])
  return rowCount ?? 0
}
