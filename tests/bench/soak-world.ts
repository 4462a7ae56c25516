import type pg from 'pg'
import { ruleRequest } from '#lib/api/rules/rules.ts'
import { createToken } from '#lib/auth/identity/tokens.ts'
import { createChannel } from '#lib/store/alerts/alert-channels.ts'
import { changeAlertSettings } from '#lib/store/alerts/alert-settings.ts'
import { createAlert } from '#lib/store/alerts/alerts.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { createDigest } from '#lib/store/digests/digests.ts'
import { createRule } from '#lib/store/rules/rules.ts'
import { changeServerSettings } from '#lib/store/ground/server-settings.ts'
import { addChaosReaders, type ChaosReaders } from '#tests/support/chaos/chaos-readers.ts'
import { addReader } from '#tests/support/world/reading.ts'
import type { Publisher } from './soak-publishers.ts'

const dayMs = 86_400_000
const pollsPerSourceDay = 12
/** Postings younger than this are kept whatever is set. */
const leastKeptDays = 90
/** A session lasts thirty days, and somebody signs in so often a day without ever signing out. */
export const sessionDays = 30
export const signInsPerDay = 4

export type SoakWorld = {
  readonly readers: ChaosReaders
  /** May have rounds made over HTTP. */
  readonly adminToken: string
}

/** Sources that are due, and readers who stay: with rules, alerts by webhook and mail, quiet hours and digests. */
export async function fillWorld(
  database: Database,
  publishers: readonly Publisher[],
  sinkOrigin: string,
  now: number,
): Promise<SoakWorld> {
  const days = { keepReadDays: leastKeptDays, keepUnreadDays: leastKeptDays }
  await changeServerSettings(database, { ...days, budgetPerDay: publishers.length * pollsPerSourceDay })
  // Less than an admin may set, so that what is kept for a day or two is full long before the week is over.
  await database.serverSettings.update({ where: { id: 1 }, data: { pollHistoryDays: 1 } })
  const hosts = [...new Set(publishers.map(({ hostName }) => hostName))]
  await database.host.createMany({ data: hosts.map((name) => ({ name })) })
  const subscriberId = await addReader(database, 'told')
  for (const { url, hostName } of publishers)
    await database.source.create({
      data: { url, hostName, nextPollAt: new Date(now), subscriptions: { create: { subscriberId } } },
    })
  await tell(database, subscriberId, sinkOrigin, now)
  const admin = await addReader(database, 'admin')
  await database.user.update({ where: { id: admin }, data: { role: 'admin' } })
  const { token } = await createToken(database, admin, 'soak')
  const sources = await database.source.findMany({ select: { id: true, url: true }, orderBy: { id: 'asc' } })
  return { readers: await addChaosReaders(database, sources.slice(0, 40)), adminToken: token }
}

async function tell(database: Database, subscriberId: string, sinkOrigin: string, now: number) {
  await changeAlertSettings(database, subscriberId, { mostPerHour: 100, quietFrom: 22 * 60, quietTo: 6 * 60 })
  const hook = { kind: 'webhook', url: `${sinkOrigin}/hook`, secret: 'a secret of sixteen or more' } as const
  const channels = [
    await createChannel(database, subscriberId, { name: 'hook', ...hook }),
    await createChannel(database, subscriberId, { name: 'mail', kind: 'email' }),
  ]
  const channelIds = channels.map((channel) => {
    if (typeof channel === 'string') throw new Error(channel)
    return channel.id
  })
  const sources = await database.source.findMany({ select: { id: true }, take: 20, orderBy: { id: 'asc' } })
  const abouts = [
    ...sources.map(({ id: sourceId }) => ({ kind: 'source', sourceId }) as const),
    { kind: 'query', query: 'ba* ce*' } as const,
    { kind: 'promise', hours: 1 } as const,
  ]
  for (const [index, about] of abouts.entries())
    await createAlert(database, subscriberId, { name: `alert ${index}`, about, channelIds, isOn: true }, now)
  await createDigest(
    database,
    subscriberId,
    {
      name: 'digest',
      place: { kind: 'all' },
      rhythm: 'daily',
      weekday: 0,
      hour: 7,
      zone: 'UTC',
      mostPostings: 50,
      isOn: true,
    },
    now,
  )
  const rule = { name: 'rule', query: 'ba*', scope: 'all', acts: { star: true } }
  const made = await createRule(database, subscriberId, ruleRequest.parse(rule))
  if (typeof made === 'string') throw new Error(made)
}

/**
 * The first documents' postings get as old as postings are when they go, so that each day some do: they are read as if they had
 * come with an import, of no poll.
 */
export async function agePostings(
  client: pg.Client,
  hostNames: readonly string[],
  days: number,
): Promise<void> {
  const ofThese = `"sourceId" IN (SELECT "id" FROM "source" WHERE "hostName" = ANY($1))`
  await client.query(
    `UPDATE "poll" SET "newPostings" = 0 WHERE "id" IN (
    SELECT "pollId" FROM "posting" WHERE "isInitial" AND ${ofThese})`,
    [hostNames],
  )
  await client.query(
    `UPDATE "posting" SET "pollId" = NULL, "foundAt" = "foundAt" - make_interval(days => $2::int)
       + make_interval(secs => random() * $3)
     WHERE "isInitial" AND ${ofThese}`,
    [hostNames, leastKeptDays, (days * dayMs) / 1000],
  )
}

/** As many sessions as there are where somebody has signed in for ever: each ends later than the one before. */
export async function addSessions(client: pg.Client, userId: string): Promise<void> {
  await client.query(
    `INSERT INTO "session" ("id", "token", "userId", "expiresAt", "createdAt", "updatedAt")
     SELECT 'old-' || n, 'an old session ' || n, $1, now() + n * make_interval(mins => $2::int), now(), now()
     FROM generate_series(1, $3::int) n`,
    [userId, (24 * 60) / signInsPerDay, sessionDays * signInsPerDay],
  )
}

/**
 * Sessions, attempts, links of mails and what streams tell live by the machine's time, not by the server's clock: lets so many more
 * milliseconds pass for them.
 */
export async function letAge(client: pg.Client, ms: number): Promise<void> {
  const by = `make_interval(secs => ${ms / 1000})`
  for (const [table, columns] of Object.entries(aging)) {
    const moved = columns.map((column) => `"${column}" = "${column}" - ${by}`)
    await client.query(`UPDATE "${table}" SET ${moved.join(', ')} WHERE ${isFree(table)}`)
  }
  await client.query(
    `UPDATE "rate_limit" SET "lastRequest" = "lastRequest" - ${Math.round(ms)} WHERE ${isFree('rate_limit')}`,
  )
}

/** Nobody has the row in hand: nobody is to wait for what only a trial does, and it for nobody. */
export function isFree(table: string): string {
  return `ctid = ANY(ARRAY(SELECT ctid FROM "${table}" FOR UPDATE SKIP LOCKED))`
}

const aging = {
  session: ['expiresAt', 'createdAt', 'updatedAt', 'lastUsedAt'],
  verification: ['expiresAt', 'createdAt', 'updatedAt'],
  one_time_secret: ['expiresAt', 'createdAt'],
  event: ['at'],
}
