import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '#lib/launch/migrate/migrate.ts'
import { createChannel } from '#lib/store/alerts/alert-channels.ts'
import { changeAlertSettings } from '#lib/store/alerts/alert-settings.ts'
import { createAlert } from '#lib/store/alerts/alerts.ts'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { verifyDatabase, type Verified } from '#lib/store/server/verify.ts'
import { leased } from '#lib/store/server/verify-polls.ts'
import { startSink } from '#tests/support/servers/alert-sinks.ts'
import { startChaos, type Chaos, type ChaosDatabase, type Kills } from './chaos.ts'
import { articleAt } from './chaos-reader.ts'
import { addChaosDigests, compareDigests, countOpenDigests, type DigestsResult } from './chaos-digests.ts'
import { addChaosReaders, startReaders, type ChaosReaders, type ReadersResult } from './chaos-readers.ts'
import { rss } from '#tests/support/servers/feed-documents.ts'
import { createFeedServer } from '#tests/support/servers/feed-server.ts'
import { startMailServer } from '#tests/support/servers/mail-server.ts'
import { addReader } from '#tests/support/world/reading.ts'
import type { ShiftedClock } from '#tests/support/servers/shifted-clock.ts'

const newEveryMs = 3_000
const firstCount = 5
/** Publishers rewrite some of what they published so often: what readers keep of it stays. */
const editedEveryMs = 10_000
/** The length of a document: five minutes of it, as nobody can store what left it unseen while everything was dead. */
const shownCount = 100
/** Each source is asked again so soon. */
const pollEveryMs = 2_000
const drainedWithinMs = 120_000
const hourMs = 3_600_000
/** Long enough to be killed in between. */
const mailTakesMs = 1_000

export type ChaosResult = ReadersResult &
  DigestsResult & {
    readonly kills: Kills
    readonly aggregatorEnds: number
    /** The postings that the publishers had published when it ended, and those stored of them and how often. */
    readonly published: number
    readonly stored: number
    readonly doubled: number
    /** Of them those that were news, and in no message. */
    readonly news: number
    readonly untoldNews: number
    /** Webhooks: what was to be told, and how many of these came, by their keys; `again`: the same key once more. */
    readonly toTell: number
    readonly told: number
    readonly untoldMessages: readonly string[]
    readonly again: number
    /** The leases that a process that has ended still holds. */
    readonly leasesLeft: readonly string[]
    readonly broken: readonly Verified[]
  }

type ChaosOptions = {
  /** The number of publishers, each with one feed. */
  readonly hosts?: number
  /** The database, where it is not a single server. */
  readonly startDatabase?: (dataDir: string) => Promise<ChaosDatabase>
  /** Happens under load until that real instant. */
  readonly happen?: (chaos: Chaos, endAt: number) => Promise<Kills>
}

/** Kills at random points under load for so long, lets everything come to rest, and compares. Needs the production build. */
export async function runChaos(
  forMs: number,
  seed: number,
  { hosts = 20, startDatabase, happen = (chaos, endAt) => chaos.killUntil(endAt, seed) }: ChaosOptions = {},
): Promise<ChaosResult> {
  process.env['AUTH_SECRET'] ??= 'a secret of the tests, at least 32 characters'
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'skylark-chaos-'))
  const server = await createFeedServer({ hosts, network: 77 })
  const sink = await startSink()
  const mail = await startMailServer(() => sleep(mailTakesMs))
  const startAt = Date.now()
  let endAt = startAt + forMs
  const countAt = (at: number) => firstCount + Math.floor((Math.min(at, endAt) - startAt) / newEveryMs)
  server.route('/feed', (request, response) => {
    const postings = Array.from({ length: countAt(Date.now()) }, (_, n) => {
      const publishedAt = startAt + (n - firstCount) * newEveryMs
      const edits = n % 10 === 0 ? Math.floor((Date.now() - publishedAt) / editedEveryMs) : 0
      const link = n === firstCount ? { link: articleAt(`http://${request.headers.host}/feed`) } : {}
      return { title: `Posting ${n}`, guid: `g${n}`, text: `Text ${n}, edit ${edits}`, publishedAt, ...link }
    })
    rss({ postings, window: shownCount })(request, response)
  })
  let readers: ChaosReaders = { readers: [], since: '' }
  const makeReady = async (url: string) => {
    readers = await fill(url, server.origins, sink.origin, forMs)
  }
  const chaos = await startChaos(dataDir, { SMTP_URL: mail.url }, makeReady, startDatabase)
  try {
    const database = openDatabase(chaos.url, { maxConnections: 2 })
    await allPolled(database, hosts)
    endAt = Date.now() + forMs
    const reading = startReaders(readers, chaos.web, database, endAt, seed)
    const kills = await happen(chaos, endAt)
    const published = hosts * countAt(endAt)
    await endDigests(database, chaos.clock)
    await settled(database, published)
    const told = await reading.finish()
    await chaos.drain()
    const result = await compare(database, sink.at('/hook'))
    const digests = await compareDigests(database, mail.mails)
    const leasesLeft = await listLeases(database)
    await database.$disconnect()
    return { kills, aggregatorEnds: chaos.ownEnds(), published, leasesLeft, ...told, ...digests, ...result }
  } finally {
    await chaos.stop()
    await Promise.all([server.close(), sink.stop(), mail.stop()])
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** A reader of all sources, who is told of each posting by a webhook; and those who act. */
async function fill(
  url: string,
  origins: readonly string[],
  sinkOrigin: string,
  forMs: number,
): Promise<ChaosReaders> {
  await migrate(url)
  const database = openDatabase(url, { maxConnections: 2 })
  await changeServerSettings(database, { budgetPerDay: 1_000_000 })
  const reader = await addReader(database, 'chaos')
  // More than anybody may ask for: what is beyond a limit rightly waits for an hour, and looks lost here.
  await changeAlertSettings(database, reader, { mostPerHour: 1_000_000 })
  for (const origin of origins) {
    const hostName = new URL(origin).hostname
    await database.host.create({ data: { name: hostName } })
    const due = { nextPollAt: new Date(Date.now() - 2 * hourMs), fixedIntervalMs: pollEveryMs } // whatever the clock shows
    const data = { url: `${origin}/feed`, hostName, ...due }
    await database.source.create({ data: { ...data, subscriptions: { create: { subscriberId: reader } } } })
  }
  const hook = { kind: 'webhook', url: `${sinkOrigin}/hook`, secret: 'a secret of sixteen or more' } as const
  const channel = await createChannel(database, reader, { name: 'hook', ...hook })
  if (typeof channel === 'string') throw new Error(channel)
  for (const { id: sourceId } of await database.source.findMany({ select: { id: true } })) {
    const about = { kind: 'source', sourceId } as const
    await createAlert(
      database,
      reader,
      { name: `${sourceId}`, about, channelIds: [channel.id], isOn: true },
      Date.now(),
    )
  }
  const sources = await database.source.findMany({ select: { id: true, url: true } })
  await addChaosDigests(database, reader, forMs)
  const readers = await addChaosReaders(database, sources)
  await database.$disconnect()
  return readers
}

/**
 * Sets the clock an hour ahead until all digests are told: then all are due, and the leases of those whose maker was killed have ended;
 * and sets it right for good.
 */
async function endDigests(database: Database, clock: ShiftedClock): Promise<void> {
  clock.set(hourMs)
  const until = Date.now() + drainedWithinMs
  while (Date.now() < until && (await countOpenDigests(database).catch(() => 1)) > 0) await sleep(500)
  clock.set(0)
}

/** Waits until each source was polled: what its first document shows is no news. */
async function allPolled(database: Database, hosts: number): Promise<void> {
  const until = Date.now() + drainedWithinMs
  while (Date.now() < until) {
    const left = await database.source
      .count({ where: { lastSuccessAt: null, archiveOwnerId: null } })
      .catch(() => hosts)
    if (left === 0) return
    await sleep(100)
  }
}

/** Waits until all that was published is stored, and nothing waits to be told. */
async function settled(database: Database, published: number): Promise<void> {
  const until = Date.now() + drainedWithinMs
  for (;;) {
    const [row] = await read(database)
    if (row !== undefined && row.stored >= published && row.waiting === 0) return
    if (Date.now() > until) return // the comparison says what is missing
    await sleep(500)
  }
}

/** After a kill the connections of the pool are to be made anew. */
async function read(database: Database): Promise<{ stored: number; waiting: number }[]> {
  const asked = database.$queryRaw<{ stored: number; waiting: number }[]>`
    SELECT (SELECT count(*)::int FROM "posting" WHERE "guid" IS NOT NULL) AS "stored", (SELECT count(*)::int FROM "alert_delivery" WHERE "state" = 'waiting')
      + (SELECT count(*)::int FROM "posting" p, "alert_progress" a WHERE p."id" > a."throughId") AS "waiting"`
  return asked.catch(() => [])
}

async function listLeases(database: Database): Promise<string[]> {
  const rows = await database.$queryRaw<{ what: string }[]>`
    SELECT l."what" FROM ${leased} l WHERE l."leaseOwner" IS NOT NULL
    UNION ALL SELECT 'digest ' || "digestId" FROM "digest_slot" WHERE "outcome" IS NULL`
  return rows.map(({ what }) => what)
}

async function compare(database: Database, received: readonly { readonly headers: object }[]) {
  const keys = received.map(({ headers }) => String((headers as Record<string, unknown>)['idempotency-key']))
  const sent = await database.alertDelivery.findMany({ where: { state: 'sent' }, select: { key: true } })
  const came = new Set(keys)
  const [row] = await database.$queryRaw<
    { stored: number; doubled: number; news: number; untoldNews: number }[]
  >`
    SELECT count(DISTINCT ("sourceId", "guid"))::int AS "stored",
      (count(*) - count(DISTINCT ("sourceId", "guid")))::int AS "doubled", count(*) FILTER (WHERE NOT "isInitial")::int AS "news",
      count(*) FILTER (WHERE NOT "isInitial" AND NOT EXISTS (SELECT 1 FROM "alert_hit" h
        JOIN "alert_delivery_item" i ON i."hitId" = h."id" WHERE h."postingId" = p."id"))::int AS "untoldNews"
    FROM "posting" p WHERE "guid" IS NOT NULL`
  const verified = await verifyDatabase(database, { now: Date.now(), speed: 1 })
  return {
    ...(row ?? { stored: 0, doubled: 0, news: 0, untoldNews: 0 }),
    toTell: await database.alertDelivery.count(),
    told: sent.filter(({ key }) => came.has(key)).length,
    untoldMessages: (await database.alertDelivery.findMany({ where: { key: { notIn: [...came] } } })).map(
      ({ id, isBundle, state, tries, dueAt, leaseUntil, httpStatus, error }) =>
        `${isBundle ? 'bundle ' : ''}${id} is ${state} after ${tries} tries, due ${dueAt.toISOString()}, leased until ${leaseUntil?.toISOString()}: ${httpStatus} ${error}`,
    ),
    again: keys.length - came.size,
    broken: verified.filter(({ broken }) => broken > 0),
  }
}
