import { readdirSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import type { Limit, Look } from './soak-limits.ts'
import { overdueColumns, overdueWith } from './soak-overdue.ts'
import type { SoakProcess } from './soak-process.ts'

/** Tables whose rows must not become more from day to day: what ends is removed, and as much ends as begins. */
const boundedTables = [
  ...['event', 'session', 'verification', 'one_time_secret', 'rate_limit', 'user', 'account', 'subscription'],
  ...['ended_subscription', 'subscription_change', 'folder', 'label', 'alert', 'list_setting'],
  ...['rule_due', 'search_queue', 'push_delivery', 'aggregator_heartbeat', 'tally', 'robots_file', 'host'],
  ...['source', 'source_listing', 'source_freshness', 'price_memory', 'source_window'],
]
/** Removed once a day up to a midnight: their number sways with the hour, what should be gone is judged (soak-overdue.ts), and their room. */
const clearedTables = ['poll', 'plan']
/** Those grow with what is published and told; looked at so that they can be told. */
const growingTables = [
  'posting',
  'posting_search',
  'search_word',
  'poll_day',
  'posting_label',
  'alert_delivery',
  'audit_log',
]

/** Those are full after a day or two only. */
const daysLater = ['data files', 'waiting messages', 'bounded MB']
const daysToFill = 5

/** The first that fits says what may be found, in a run of so many days. */
export function limitsFor(days: number): Limit[] {
  return limits.filter(({ of }) => days >= daysToFill || !daysLater.includes(of))
}

const limits: readonly Limit[] = [
  { of: 'deadlocks', noise: 0.5, share: 0 },
  { of: ' heap', noise: 6, share: 0.06 },
  { of: ' outside', noise: 30, share: 0.25 },
  { of: ' rss', noise: 50, share: 0.15 },
  { of: ' handles', noise: 40, share: 0.2 },
  // A thread that reads documents begins when it is needed first, and has five.
  { of: ' open files', noise: 8, share: 0.1 },
  { of: ' sockets', noise: 40, share: 0.2 },
  { of: ' threads', noise: 2, share: 0 },
  { of: 'connections', noise: 8, share: 0.1 },
  { of: 'locks kept', noise: 30, share: 0 },
  { of: 'oldest transaction s', noise: 60, share: 0 },
  { of: 'idle in transaction', noise: 1, share: 0 },
  { of: 'leases', noise: 60, share: 0.2 },
  { of: 'waiting messages', noise: 40, share: 0.3 },
  { of: 'temporary files', noise: 3, share: 0 },
  { of: 'data files', noise: 40, share: 0.15 },
  { of: 'bounded MB', noise: 4, share: 0.15 },
  // Folded and swept once a minute.
  ...['subscription_change', 'event', 'rule_due'].map((table) => ({
    of: `rows ${table}`,
    noise: 400,
    share: 1,
  })),
  { of: ' overdue', noise: 40, share: 0 },
  ...boundedTables.map((table) => ({ of: `rows ${table}`, noise: 40, share: 0.12 })),
]

/** The things that are looked at from outside of the processes. */
export type Surroundings = {
  readonly client: pg.Client
  /** Of this run alone, and of the web server's pictures. */
  readonly temporaryDir: string
  readonly dataDir: string
}

/** One look at everything. */
export async function lookAround(
  minute: number,
  processes: readonly SoakProcess[],
  { client, temporaryDir, dataDir }: Surroundings,
): Promise<Look> {
  const values: Record<string, number> = {}
  for (const one of processes)
    for (const [what, value] of Object.entries(await one.look())) values[`${one.name} ${what}`] = value
  const { rows } = await client.query<Record<string, number>>(statement)
  Object.assign(values, rows[0])
  values['temporary files'] = countFiles(temporaryDir)
  values['data files'] = countFiles(dataDir)
  return { minute, values }
}

const others = `datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend'`
const relations = [...boundedTables, ...clearedTables].map((table) => `'${table}'`).join(', ')
const rowsOf = (table: string) => `(SELECT count(*)::int FROM "${table}") AS "rows ${table}"`

const statement = `${overdueWith} SELECT ${overdueColumns},
  (SELECT count(*)::int FROM pg_stat_activity WHERE ${others}) AS "connections",
  (SELECT count(*)::int FROM pg_stat_activity WHERE ${others} AND state LIKE 'idle in transaction%'
    AND state_change < clock_timestamp() - interval '5 s') AS "idle in transaction",
  (SELECT coalesce(max(extract(epoch FROM clock_timestamp() - xact_start)), 0)::float8 FROM pg_stat_activity WHERE ${others})
    AS "oldest transaction s",
  (SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()) AS "deadlocks",
  (SELECT count(*)::int FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
    WHERE a.xact_start IS NULL OR a.xact_start < clock_timestamp() - interval '30 s') AS "locks kept",
  (SELECT count(*)::int FROM "source" WHERE "leaseOwner" IS NOT NULL) + (SELECT count(*)::int FROM "host" WHERE "leaseOwner" IS NOT NULL)
    AS "leases",
  (SELECT count(*)::int FROM "alert_delivery" WHERE "state" = 'waiting') AS "waiting messages",
  -- Told: they sway with the rounds of autovacuum; what keeps them is judged (oldest transaction), and the room that they take.
  (SELECT coalesce(sum(n_dead_tup), 0)::float8 FROM pg_stat_user_tables) AS "dead tuples",
  (SELECT (sum(pg_total_relation_size(c.oid)) / 1048576)::float8 FROM pg_class c
    WHERE c.relname IN (${relations}) OR c.relname LIKE 'poll\\_p%') AS "bounded MB",
  ${[...boundedTables, ...clearedTables, ...growingTables].map(rowsOf).join(',\n  ')}`

function countFiles(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries.reduce(
    (sum, entry) => sum + (entry.isDirectory() ? countFiles(path.join(folder, entry.name)) : 1),
    0,
  )
}
