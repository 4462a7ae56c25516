import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { clusterPostings } from '#lib/aggregator/cluster.ts'
import { indexPostings } from '#lib/aggregator/index-postings.ts'
import { planWhenDue } from '#lib/planning/plan-all.ts'
import { projectRoot } from '#lib/launch/program/project.ts'
import { verifyDatabase } from '#lib/store/server/verify.ts'
import { leased } from '#lib/store/server/verify-polls.ts'
import { status } from '#tests/support/servers/feed-answers.ts'
import { breaks, breaksNothing, otherBreaks } from '#tests/support/chaos/broken-invariants.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { createPolledWorld, postingAfter, type PolledWorld } from '#tests/support/world/polled-world.ts'
import { referenceAt } from '#tests/support/measure/test-clock.ts'
import { sampled } from '#tests/support/run/tier.ts'

const hourMs = 3_600_000

let world: PolledWorld
let client: pg.Client
beforeEach(async () => {
  world = await createPolledWorld()
  const postings = ['a', 'b', 'c'].map((title, index) => postingAfter(title, -hourMs - index))
  world.server.route('/feed', rss({ postings }))
  world.server.route('/other', rss({ postings: [postingAfter('d', -hourMs)] }))
  world.server.route('/ill', status(500))
  for (const [host, route] of ['/feed', '/other', '/ill'].entries()) await world.addSource(route, host)
  await world.pass()
  await planWhenDue(world.context())
  await world.database.$executeRaw`INSERT INTO "search_progress" VALUES (1, 1, 0) ON CONFLICT DO NOTHING`
  await indexPostings(world.context(), new AbortController().signal)
  await clusterPostings(world.context())
  client = new pg.Client({ connectionString: world.databaseUrl })
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await world.close()
})

async function brokenNames(): Promise<string[]> {
  const verified = await verifyDatabase(world.database, { now: world.clock.now(), speed: 1 })
  return verified.flatMap(({ name, broken }) => (broken > 0 ? [name] : []))
}

/** In a database of which nothing is left afterwards, without looking at foreign keys. */
async function breakBy(sql: readonly string[]): Promise<void> {
  await client.query(`SET session_replication_role = replica`)
  for (const statement of sql) await client.query(statement)
}

test('holds in a database that was polled, planned, indexed and linked', async () => {
  expect(await brokenNames()).toEqual([])
})

test('every invariant has a case here', async () => {
  const verified = await verifyDatabase(world.database, { now: world.clock.now(), speed: 1 })
  expect(breaks.map(([name]) => name)).toEqual(verified.map(({ name }) => name))
})

// Some change the tables: those databases are not used again.
test.each(sampled(breaks, 6))('says when it is not so that %s', async (name, ...sql) => {
  await breakBy(sql)
  try {
    expect(await brokenNames()).toEqual([name])
  } finally {
    await client.query(`ALTER TABLE "posting_state" DROP CONSTRAINT IF EXISTS "later"`)
    await client.query(`TRUNCATE "alert_delivery_item"`)
    if (sql[0]?.includes('alert_delivery_item_pkey') === true)
      await client.query(`ALTER TABLE "alert_delivery_item" ADD PRIMARY KEY ("channelId", "hitId")`)
  }
})

test.each(sampled(otherBreaks, 6))('says when it is not so that %s: %s', async (name, _, ...sql) => {
  await breakBy(sql)
  expect(await brokenNames()).toEqual([name])
})

test('says nothing of what a lab in use leaves, or of a sequence that is set and not called', async () => {
  await breakBy(breaksNothing)
  expect(await brokenNames()).toEqual([])
})

test('looks at the leases of every table that has some', async () => {
  const { rows } = await client.query<{ name: string }>(
    `SELECT "table_name" AS "name" FROM information_schema.columns WHERE "column_name" = 'leaseOwner'`,
  )
  expect(rows.length).toBeGreaterThan(4)
  expect(rows.filter(({ name }) => !leased.sql.includes(`FROM "${name}"`))).toEqual([])
})

async function runCommand(): Promise<{ code: unknown; said: string }> {
  const command = spawn(process.execPath, [path.join(projectRoot, 'lib/store/server/verify-command.ts')], {
    env: {
      ...process.env,
      DATABASE_URL: world.databaseUrl,
      CLOCK_START: new Date(referenceAt).toISOString(),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  command.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  const [code] = (await once(command, 'close')) as unknown[]
  return { code, said }
}

test('the command prints a line each, with what is broken, and ends with 1 where something is', async () => {
  const fine = await runCommand()
  expect(fine.code).toBe(0)
  expect(fine.said).toContain('ok          0  polls brought the postings that they say\n')
  expect(fine.said).toMatch(/34 invariants, 0 broken, in [\d.]+ s\n$/)
  await breakBy([`UPDATE "subscription" SET "readThrough" = 900 WHERE "sourceId" = 1`])
  const broken = await runCommand()
  expect(broken.code).toBe(1)
  expect(broken.said).toMatch(
    /BROKEN {6}1 {2}read marks are of postings that were stored \(subscription \d+ through 900\)\n/,
  )
})
