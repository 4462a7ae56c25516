import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { serverTimeAt, type ClockSetting } from '#lib/text/clock-setting.ts'
import { startPostgres } from '#lib/launch/postgres/embedded-postgres.ts'
import { migrate } from '#lib/launch/migrate/migrate.ts'
import { openDatabase, type Database } from '#lib/store/connection/database.ts'
import { startSink } from '#tests/support/servers/alert-sinks.ts'
import { startReaders, type ReadersResult } from '#tests/support/chaos/chaos-readers.ts'
import { startMailServer } from '#tests/support/servers/mail-server.ts'
import { compareStored, settle, type Compared } from './soak-compare.ts'
import { startParts, type Parts } from './soak-parts.ts'
import { judge, type Judged, type Look } from './soak-limits.ts'
import { liveOn, type Lived } from './soak-lives.ts'
import { startPublishers, type Publishers } from './soak-publishers.ts'
import { limitsFor, lookAround } from './soak-watch.ts'
import { agePostings, fillWorld, letAge, type SoakWorld } from './soak-world.ts'
import { startDays } from './soak-days.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** The fastest that a clock may be set to. */
const fastest = 1_000
const weekDays = 7
const livesAtOnce = 3
const firstPollsMs = 120_000

export type SoakOptions = {
  readonly minutes: number
  readonly seed: number
  readonly say: (line: string) => void
  /** Sources; of each twenty some fail, move, end or mean harm. */
  readonly publishers?: number
  /** How often is looked; a few looks say nothing of leaks. By itself each six hours of a run of seven days. */
  readonly looks?: number
}

export type SoakResult = ReadersResult &
  Compared & {
    readonly days: number
    readonly speed: number
    readonly judged: readonly Judged[]
    readonly lived: Lived
    readonly polls: number
    readonly mails: number
    readonly rounds: number
    /** Lines of errors, and processes that ended or ended badly. */
    readonly errors: readonly string[]
  }

type Soak = {
  readonly database: Database
  readonly client: pg.Client
  readonly clock: ClockSetting
  readonly publishers: Publishers
  readonly world: SoakWorld
  readonly parts: Parts
  readonly folders: { readonly temporaryDir: string; readonly dataDir: string }
}

/** Seven days of web server and aggregator in so many minutes; fewer days where that would be faster than a clock can be. */
export async function runSoak(options: SoakOptions): Promise<SoakResult> {
  const root = mkdtempSync(path.join(os.tmpdir(), 'skylark-soak-'))
  const folders = { temporaryDir: path.join(root, 'tmp'), dataDir: path.join(root, 'data') }
  for (const folder of Object.values(folders)) mkdirSync(folder)
  const ends: (() => unknown)[] = [() => rmSync(root, { recursive: true, force: true })]
  try {
    const postgres = await startPostgres({ dataDir: path.join(root, 'postgres') })
    ends.push(() => postgres.stop())
    await migrate(postgres.url)
    return await soakOn(postgres.url, folders, options, ends)
  } finally {
    for (const end of ends.toReversed()) await end()
  }
}

async function soakOn(
  url: string,
  folders: Soak['folders'],
  options: SoakOptions,
  ends: (() => unknown)[],
): Promise<SoakResult> {
  const speed = Math.min(fastest, Math.round((weekDays * 24 * 60) / options.minutes))
  const sink = await startSink()
  const mail = await startMailServer()
  ends.push(() => Promise.all([sink.stop(), mail.stop()]))
  const database = openDatabase(url, { maxConnections: 3 })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  ends.push(() => Promise.all([client.end(), database.$disconnect()]))
  const clock = { startAt: Date.now(), anchorAt: Date.now(), speed }
  const publishers = await startPublishers(options.publishers ?? 120, options.seed, () =>
    serverTimeAt(clock, Date.now()),
  )
  ends.push(() => publishers.close())
  const world = await fillWorld(database, publishers.all, sink.origin, clock.startAt)
  const parts = await startParts({ databaseUrl: url, ...folders, clock, smtpUrl: mail.url })
  ends.push(() => parts.stop())
  const soak = { database, client, clock, publishers, world, parts, folders }
  return soakFor(soak, options, sink, () => mail.mails.length)
}

async function soakFor(
  soak: Soak,
  { minutes, seed, say, looks: lookCount = 28 }: SoakOptions,
  sink: Awaited<ReturnType<typeof startSink>>,
  countMails: () => number,
): Promise<SoakResult> {
  const { database, client, clock, publishers, world, parts } = soak
  await firstDocuments(client)
  const days = (minutes * 60_000 * clock.speed) / dayMs
  await agePostings(client, publishers.countedHosts, days)
  publishers.begin()
  const leaving = new AbortController()
  const untilAt = Date.now() + minutes * 60_000
  const lived = noLives()
  const readers = startReaders(world.readers, parts.web, database, untilAt, seed)
  // Who subscribes to the old address of one that has moved gets another source.
  const urls = publishers.all.flatMap(({ kind, url }) => (kind === 'moved' ? [] : [url]))
  const lives = Promise.all(
    Array.from({ length: livesAtOnce }, (_, index) =>
      liveOn(parts.web.origin, urls, 100 * seed + index, lived, leaving.signal),
    ),
  )
  lives.catch(() => leaving.abort()) // told where they are waited for
  const running = await startDays(soak, lived)
  const looks = await lookOn(soak, untilAt, (60_000 * minutes) / lookCount, say)
  leaving.abort()
  await lives
  const rounds = await running.stop()
  publishers.end()
  await settle(client, publishers, serverTimeAt(clock, Date.now()))
  const told = await readers.finish()
  await parts.stop()
  const compared = await compareStored(database, publishers, sink.at('/hook'), {
    now: serverTimeAt(clock, Date.now()),
    speed: clock.speed,
  })
  const judged = judge(looks, limitsFor(days))
  return {
    ...told,
    ...compared,
    days,
    speed: clock.speed,
    judged,
    lived,
    mails: countMails(),
    rounds,
    errors: parts.errors(),
  }
}

const noLives = (): Lived => ({ lives: 0, requests: 0, streams: 0, failed: 0, problems: [] })

/** Until all that can be read was read once. */
async function firstDocuments(client: pg.Client): Promise<void> {
  for (const until = Date.now() + firstPollsMs; Date.now() < until; await sleep(500)) {
    const { rows } = await client.query<{ left: number }>(
      `SELECT count(*)::int AS "left" FROM "source" WHERE "lastPolledAt" IS NULL AND "archiveOwnerId" IS NULL`,
    )
    if (rows[0]?.left === 0) return
  }
  throw new Error('Not all sources were polled in time.')
}

/** Looks once in each interval, after what lives by the machine's time was let age by as much as the clock went ahead of it. */
async function lookOn(
  soak: Soak,
  untilAt: number,
  everyMs: number,
  say: (line: string) => void,
): Promise<Look[]> {
  const { client, parts, clock, folders } = soak
  const looks: Look[] = []
  const begunAt = Date.now()
  for (let at = begunAt; at + everyMs <= untilAt + 1_000;) {
    at += everyMs
    await sleep(Math.max(0, at - Date.now()))
    await letAge(client, everyMs * (clock.speed - 1))
    const look = await lookAround((Date.now() - begunAt) / 60_000, parts.processes, { client, ...folders })
    looks.push(look)
    const { values } = look
    const heaps = parts.processes.map(({ name }) => `${name} ${(values[`${name} heap`] ?? 0).toFixed(1)} MB`)
    say(
      `day ${(((at - begunAt) * clock.speed) / dayMs).toFixed(2)}: heap of ${heaps.join(', ')}; ${values['rows posting']} postings`,
    )
  }
  return looks
}
