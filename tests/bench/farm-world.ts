import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type pg from 'pg'
import { farmUrl, type Round } from './farm-sources.ts'

/** Starts a process of the benchmark, which may poll servers of this machine. */
export function start(
  file: string,
  args: readonly (string | number)[],
  env: Record<string, string> = {},
  execArgv: readonly string[] = [],
): ChildProcess {
  return fork(path.resolve('tests/bench', file), args.map(String), {
    execArgv: [...execArgv],
    env: { ...process.env, LOG_LEVEL: 'warn', ALLOWED_PRIVATE_NETWORKS: '127.0.0.0/8', ...env },
  })
}

/** Asks a process for a round, and waits for what it measured. */
export async function ask(child: ChildProcess, message: string): Promise<Round> {
  child.send(message)
  const [round] = (await once(child, 'message')) as [Round]
  return round
}

/** A subscriber of all sources, which are due. */
export async function subscribe(client: pg.Client, sources: number, port: number): Promise<void> {
  const urls = Array.from({ length: sources }, (_, index) => farmUrl(index, port))
  await client.query(
    `INSERT INTO "user" ("id", "name", "email", "updatedAt") VALUES ('r', 'r', 'r@r.example', now())`,
  )
  await client.query(
    `INSERT INTO "host" ("name") SELECT split_part(substr(u, 8), ':', 1) FROM unnest($1::text[]) u`,
    [urls],
  )
  await client.query(
    `INSERT INTO "source" ("url", "hostName", "nextPollAt")
      SELECT u, split_part(substr(u, 8), ':', 1), now() FROM unnest($1::text[]) u`,
    [urls],
  )
  await client.query(`INSERT INTO "subscription" ("subscriberId", "sourceId") SELECT 'r', "id" FROM "source"`)
  // Not the empty tables: what is known to be empty is looked through row by row, for as long as a session keeps its plans.
  await client.query('VACUUM ANALYZE "host", "source", "subscription"')
}

/** Makes all sources due again, as after a pause of the aggregator. */
export async function makeDue(client: pg.Client): Promise<void> {
  await client.query(`UPDATE "host" SET "nextRequestAt" = NULL`)
  await client.query(`UPDATE "source" SET "nextPollAt" = now()`)
  await client.query('VACUUM ANALYZE')
}
