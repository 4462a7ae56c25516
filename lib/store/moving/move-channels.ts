import { channelRequest } from '#lib/api/alerts/alerts.ts'
import type { ExportedChannel } from '#lib/documents/moving/exported-sending.ts'
import { createChannel } from '#lib/store/alerts/alert-channels.ts'
import { parseChannel, type ChannelConfig } from '#lib/store/alerts/channel-config.ts'
import type { Database } from '#lib/store/connection/database.ts'

/** The channels of a subscriber's alerts, the oldest first, without what is secret; `ids`: theirs, in the same order. */
export async function exportChannels(
  database: Database,
  subscriberId: string,
): Promise<{ readonly channels: ExportedChannel[]; readonly ids: readonly number[] }> {
  const rows = await listRows(database, subscriberId)
  const channels = rows.map(({ name, config }) => ({ name, ...openPartOf(config) }))
  return { channels, ids: rows.map(({ id }) => id) }
}

async function listRows(database: Database, subscriberId: string) {
  const rows = await database.alertChannel.findMany({
    where: { subscriberId },
    select: { id: true, name: true, config: true },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ id, name, config }) => ({ id, name, config: parseChannel(config) }))
}

/**
 * Makes those channels that are missing and stand in a file with all that they need: mail, and of old files webhooks, which
 * get a secret of their own, and topics without a token. Whoever makes the others by hand, under the same names, finds
 * them at their alerts after the next import. What there is no room for is left out.
 * @returns the id of each, null: left out
 */
export async function importChannels(
  database: Database,
  subscriberId: string,
  channels: readonly ExportedChannel[],
): Promise<(number | null)[]> {
  const known = new Map<string, number | null>()
  for (const { id, name, config } of await listRows(database, subscriberId))
    for (const channel of [openPartOf(config), addressedPartOf(config)])
      known.set(keyOf({ name, ...channel }), id)
  const ids: (number | null)[] = []
  for (const channel of channels) {
    const id = known.get(keyOf(channel)) ?? (await make(database, subscriberId, channel))
    known.set(keyOf(channel), id)
    ids.push(id)
  }
  return ids
}

async function make(
  database: Database,
  subscriberId: string,
  channel: ExportedChannel,
): Promise<number | null> {
  const request = requestOf(channel)
  const { data } = channelRequest.safeParse(request)
  const made = data === undefined ? 'none' : await createChannel(database, subscriberId, data)
  return typeof made === 'string' ? null : made.id
}

/** Null: it takes a secret. */
function requestOf(channel: ExportedChannel): unknown {
  const { kind } = channel
  switch (kind) {
    case 'email':
      return channel
    case 'webhook':
      return channel.url === null ? null : channel
    case 'ntfy': {
      const { name, url, topic, hasToken } = channel
      return topic === null || hasToken ? null : { kind, name, url, topic }
    }
    case 'web-push':
      return null
    default:
      return kind satisfies never
  }
}

function keyOf(channel: ExportedChannel): string {
  const { kind, name } = channel
  if (kind === 'webhook') return JSON.stringify([kind, name, channel.url])
  if (kind === 'email') return kind // there is one at most
  return JSON.stringify(kind === 'ntfy' ? [kind, name, channel.url, channel.topic] : [kind, name])
}

type WithoutName<Channel> = Channel extends unknown ? Omit<Channel, 'name'> : never

function openPartOf(config: ChannelConfig): WithoutName<ExportedChannel> {
  const { kind } = config
  switch (kind) {
    case 'email':
    case 'web-push':
      return { kind }
    case 'webhook':
      return { kind, url: null }
    case 'ntfy':
      return { kind, url: config.url, topic: null, hasToken: config.token !== null }
    default:
      return kind satisfies never
  }
}

/** As old files have it. */
function addressedPartOf(config: ChannelConfig): WithoutName<ExportedChannel> {
  const open = openPartOf(config)
  if (open.kind === 'webhook' && config.kind === 'webhook') return { ...open, url: config.url }
  if (open.kind === 'ntfy' && config.kind === 'ntfy') return { ...open, topic: config.topic }
  return open
}
