import { randomBytes } from 'node:crypto'
import { type ChannelRequest, mostChannels, type AlertChannelItem } from '#lib/api/alerts/alerts.ts'
import { findBrowser } from './browser-channels.ts'
import { isPausedSince, parseChannel, storedConfig, type ChannelConfig } from './channel-config.ts'
import type { Database, Transaction } from '#lib/store/connection/database.ts'
import { enqueueAlerts } from './enqueue-alerts.ts'

const shown = {
  id: true,
  name: true,
  config: true,
  createdAt: true,
  lastSentAt: true,
  endedAt: true,
  subscriber: { select: { email: true } },
} as const
type ChannelRow = {
  readonly id: number
  readonly name: string
  readonly config: unknown
  readonly createdAt: Date
  readonly lastSentAt: Date | null
  readonly endedAt: Date | null
  readonly subscriber: { readonly email: string }
}

/** A subscriber's channels, the oldest first. */
export async function listChannels(database: Database, subscriberId: string): Promise<AlertChannelItem[]> {
  const rows = await database.alertChannel.findMany({
    where: { subscriberId },
    select: shown,
    orderBy: { id: 'asc' },
  })
  return rows.map(toItem)
}

/**
 * Makes a channel; of e-mail one is all there can be. A browser that is there already is not made a second time, but takes the new keys: what it showed twice
 * would come twice. `browserSessionId`: of a browser that adds itself, which gets nothing once that session is over.
 */
export async function createChannel(
  database: Database,
  subscriberId: string,
  { name, ...request }: ChannelRequest,
  browserSessionId: string | null = null,
): Promise<AlertChannelItem | 'too-many' | 'mail-there'> {
  const config = configOf(request)
  const sessionId = config.kind === 'web-push' ? browserSessionId : null
  return database.$transaction(async (transaction) => {
    await lockChannels(transaction, subscriberId)
    const known = await findBrowser(transaction, subscriberId, config)
    if (known !== null) {
      const data = { config: storedConfig(config), name, sessionId, endedAt: null }
      const row = await transaction.alertChannel.update({ where: { id: known }, data, select: shown })
      return toItem(row)
    }
    if ((await transaction.alertChannel.count({ where: { subscriberId } })) >= mostChannels) return 'too-many'
    const mail = { subscriberId, kind: 'email' }
    if (config.kind === 'email' && (await transaction.alertChannel.count({ where: mail })) > 0)
      return 'mail-there'
    const own = { name, subscriberId, kind: config.kind, host: hostOf(config), sessionId }
    const data = { ...own, config: storedConfig(config) }
    return toItem(await transaction.alertChannel.create({ data, select: shown }))
  })
}

/** Null: not a channel of theirs. */
export async function renameChannel(
  database: Database,
  subscriberId: string,
  id: number,
  name: string,
): Promise<AlertChannelItem | null> {
  const [row] = await database.alertChannel.updateManyAndReturn({
    where: { id, subscriberId },
    data: { name },
    select: shown,
  })
  return row === undefined ? null : toItem(row)
}

/** The messages that wait for it go with it, and alerts forget it. False when the subscriber has no channel with that id. */
export async function deleteChannel(database: Database, subscriberId: string, id: number): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    const { count } = await transaction.alertChannel.deleteMany({ where: { id, subscriberId } })
    if (count === 0) return false
    await transaction.$executeRaw`
      UPDATE "alert" SET "channelIds" = array_remove("channelIds", ${id}::int)
      WHERE "subscriberId" = ${subscriberId} AND ${id}::int = ANY("channelIds")`
    return true
  })
}

/** Sends a message that says that it is a test: through the outbox, as all others. False: not a channel of theirs. */
export async function testChannel(
  database: Database,
  subscriberId: string,
  id: number,
  now: number,
): Promise<boolean> {
  return database.$transaction(async (transaction) => {
    const channel = await transaction.alertChannel.findFirst({ where: { id, subscriberId } })
    if (channel === null) return false
    // Whoever tries one that has ended means to use it again.
    await transaction.alertChannel.update({ where: { id }, data: { endedAt: null } })
    const key = `t${randomBytes(6).toString('hex')}`
    const nothing = { alertId: null, ruleId: null, postingId: null, sourceId: null }
    const hit = { subscriberId, key, kind: 'test', ...nothing, foundAt: now, channelIds: [id] } as const
    await enqueueAlerts(transaction, [hit], now)
    return true
  })
}

/** Of these those that are the subscriber's. */
export async function ownChannels(
  database: Database | Transaction,
  subscriberId: string,
  ids: readonly number[],
): Promise<number[]> {
  const rows = await database.alertChannel.findMany({
    where: { subscriberId, id: { in: [...ids] } },
    select: { id: true },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ id }) => id)
}

async function lockChannels(transaction: Transaction, subscriberId: string): Promise<void> {
  await transaction.$executeRaw`
    SELECT pg_advisory_xact_lock(hashtextextended(${`skylark channels ${subscriberId}`}, 0))`
}

type WithoutName<Request> = Request extends unknown ? Omit<Request, 'name'> : never

function configOf(request: WithoutName<ChannelRequest>): ChannelConfig {
  switch (request.kind) {
    case 'email':
      return { kind: 'email' }
    case 'webhook':
      return { ...request, secret: request.secret ?? randomBytes(24).toString('base64url') }
    case 'ntfy':
      return { ...request, token: request.token ?? null }
    case 'web-push':
      return { ...request }
    default:
      return request satisfies never
  }
}

function addressOf(config: Exclude<ChannelConfig, { kind: 'email' }>): string {
  return config.kind === 'web-push' ? config.endpoint : config.url
}

/** Mail goes to one server, whoever it is for. */
function hostOf(config: ChannelConfig): string {
  return config.kind === 'email' ? 'mail' : (URL.parse(addressOf(config))?.host ?? '')
}

function toItem({ config: stored, subscriber, ...row }: ChannelRow): AlertChannelItem {
  const config = parseChannel(stored)
  return {
    id: row.id,
    kind: config.kind,
    name: row.name,
    target: targetOf(config, subscriber.email),
    secret: config.kind === 'webhook' ? config.secret : null,
    createdAt: row.createdAt.toISOString(),
    lastSentAt: row.lastSentAt?.toISOString() ?? null,
    endedAt: row.endedAt?.toISOString() ?? null,
    isPaused: isPausedSince(stored, row.endedAt),
  }
}

/** The target of a channel. Of a browser only the service that brings it there: its address is as good as a password. */
function targetOf(config: ChannelConfig, email: string): string {
  switch (config.kind) {
    case 'email':
      return email
    case 'webhook':
      return config.url
    case 'ntfy':
      return `${config.url.replace(/\/$/, '')}/${config.topic}`
    case 'web-push':
      return hostOf(config)
    default:
      return config satisfies never
  }
}
