/**
 * `npm run bench -- group-commit`: how long a poll waits from being handed to `recordPoll` until it is stored, with 16 new
 * postings and with none: alone, beside 47 others, and in a transaction of its own past the group.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startPostgres } from '#lib/launch/postgres/embedded-postgres.ts'
import { migrate } from '#lib/launch/migrate/migrate.ts'
import { claimDueSources } from '#lib/store/polling/claim-due-sources.ts'
import type { ClaimedSource } from '#lib/store/polling/claimed-source.ts'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import type { NewPosting } from '#lib/store/ground/polled-posting.ts'
import { recordPoll } from '#lib/store/polling/record-poll.ts'
import { recordPolls } from '#lib/store/polling/record-polls.ts'
import { quantile } from './bench-database.ts'
import { tellClaim } from './claims.ts'
import { tableLines } from './traces.ts'
import type { PollRecord } from '#lib/store/polling/poll-record.ts'

const sources = 144
const together = 48
const rounds = 3
const paragraph = `<p>${'What feeds say, with a <a href="https://example.org/">link</a>. '.repeat(8)}</p>`
/** Each round looks at all sources again. */
let now = Date.now()
let count = 0

async function addSources(database: Database): Promise<void> {
  const names = Array.from({ length: sources }, (_, index) => `host${index}.example`)
  await database.user.create({ data: { id: 'r', name: 'r', email: 'r@r.example' } })
  await database.host.createMany({ data: names.map((name) => ({ name })) })
  await database.source.createMany({
    data: names.map((name) => ({ url: `http://${name}/`, hostName: name, nextPollAt: new Date(now) })),
  })
  const ids = await database.source.findMany({ select: { id: true } })
  await database.subscription.createMany({
    data: ids.map(({ id }) => ({ subscriberId: 'r', sourceId: id })),
  })
}

function postingOf(sourceId: number): NewPosting {
  const key = `${sourceId}-${count++}`
  const text = { title: key, url: `https://example.org/${key}`, author: null, html: paragraph, excerpt: key }
  const times = { claimedAt: now, publishedAt: now, foundAt: now, notBeforeAt: null, shownAt: now }
  const rest = { guid: key, imageUrl: null, enclosures: [], contentHash: key, isInitial: true }
  return { key, ...text, ...times, ...rest }
}

function recordOf(source: ClaimedSource, postings: number): PollRecord {
  const facts = { sourceId: source.id, outcome: 'unchanged', consecutiveFailures: 0 } as const
  return {
    source,
    startedAt: now,
    finishedAt: now,
    outcome: 'fetched',
    httpStatus: 200,
    error: null,
    bytes: 0,
    entries: postings,
    facts: { ...facts, notBefore: null, window: null },
    validators: null,
    document: null,
    movedTo: null,
    learning: source.learning,
    overlap: null,
    likelyLost: null,
    adopted: null,
    hasEnded: false,
    newPlan: null,
    newPostings: Array.from({ length: postings }, () => postingOf(source.id)),
    priceMemory: null,
    editedPostings: [],
    aliases: [],
    decision: {
      nextPollAt: now,
      proposedAt: now,
      reason: { code: 'asked', values: {} },
      policyVersion: 'bench',
    },
    hostLesson: { state: source.host, nextRequestAt: now, begins: false, endsFrom: null },
    pauseStatus: null,
  }
}

/** All sources, leased. */
async function claimAll(database: Database): Promise<ClaimedSource[]> {
  now += 60_000
  const claim = { owner: 'bench', now, limit: sources, leaseMs: 600_000, spacingMs: 0 }
  return claimDueSources(database, claim)
}

type Store = (record: PollRecord) => Promise<unknown>

/** Milliseconds that each poll waited, so many being handed over at the same time. */
async function waits(database: Database, store: Store, at: number, postings: number): Promise<number[]> {
  const records = (await claimAll(database)).map((source) => recordOf(source, postings))
  const tookMs: number[] = []
  for (let start = 0; start < records.length; start += at) {
    const handedAt = performance.now()
    await Promise.all(
      records.slice(start, start + at).map(async (record) => {
        await store(record)
        tookMs.push(performance.now() - handedAt)
      }),
    )
  }
  return tookMs
}

function lineOf(name: string, tookMs: readonly number[]): string[] {
  const sorted = tookMs.toSorted((a, b) => a - b)
  const part = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? NaN).toFixed(1)
  return [name, part(0.5), part(0.9), part(0.99), part(1)]
}

async function measure(database: Database): Promise<string[][]> {
  const grouped: Store = (record) => recordPoll(database, record, Date.now)
  const direct: Store = (record) => recordPolls(database, [record], Date.now)
  const lines: string[][] = []
  for (const postings of [0, 16]) {
    const cases = [
      { name: `${postings} postings, a transaction of its own`, store: direct, at: 1 },
      { name: `${postings} postings, alone in its group`, store: grouped, at: 1 },
      { name: `${postings} postings, ${together} at a time in groups`, store: grouped, at: together },
      {
        name: `${postings} postings, ${together} at a time, a transaction each`,
        store: direct,
        at: together,
      },
    ].map((one) => ({ ...one, tookMs: [] as number[] }))
    // In turns, so that what else the machine does slows all; the first round warms up.
    for (let round = 0; round <= rounds; round++)
      for (const { store, at, tookMs } of cases) {
        const took = await waits(database, store, at, postings)
        if (round > 0) tookMs.push(...took)
      }
    const [own, , inGroups, each] = cases.map(({ tookMs }) => quantile(tookMs, 0.5))
    tellClaim({
      what: `a poll of ${postings} postings stored, ${together} at a time`,
      value: inGroups ?? NaN,
      unit: 'ms',
      bare: { what: 'a transaction each', value: each ?? NaN },
    })
    tellClaim({
      what: `a poll of ${postings} postings stored alone`,
      value: quantile(cases[1]?.tookMs ?? [], 0.5),
      unit: 'ms',
      bare: { what: 'past the group', value: own ?? NaN },
    })
    lines.push(...cases.map(({ name, tookMs }) => lineOf(name, tookMs)))
  }
  return lines
}

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'skylark-bench-'))
const postgres = await startPostgres({ dataDir })
await migrate(postgres.url)
const database = openDatabase(postgres.url, { maxConnections: 20 })
try {
  await addSources(database)
  console.log(
    tableLines([['ms until stored', 'median', '90 %', '99 %', 'most'], ...(await measure(database))]),
  )
} finally {
  await database.$disconnect()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
