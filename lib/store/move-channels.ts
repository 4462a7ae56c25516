import { channelRequest } from '#lib/api/alerts.ts'
import type { ExportedChannel } from '#lib/feeds/exported-told.ts'
import { createChannel } from './alert-channels.ts'
import { parseConfig, type ChannelConfig } from './channel-config.ts'
import type { Database } from './database.ts'

/** Where a subscriber's alerts go, the oldest first, without what is secret; `ids`: theirs, in the same order. */
export async function exportChannels(
  database: Database,
  subscriberId: string,
): Promise<{ readonly channels: ExportedChannel[]; readonly ids: readonly number[] }> {
  const rows = await database.alertChannel.findMany({
    where: { subscriberId },
    select: { id: true, name: true, config: true },
    orderBy: { id: 'asc' },
  })
  const channels = rows.map(({ name, config }) => ({ name, ...openPartOf(parseConfig(config)) }))
  return { channels, ids: rows.map(({ id }) => id) }
}

/**
 * Makes those channels that are missing; a webhook gets a secret of its own. What takes a secret that no export has, a token or
 * a browser, is left out, as is what there is no room for.
 * @returns the id of each, null: left out
 */
export async function importChannels(
  database: Database,
  subscriberId: string,
  channels: readonly ExportedChannel[],
): Promise<(number | null)[]> {
  const there = await exportChannels(database, subscriberId)
  const known = new Map(there.channels.map((channel, at) => [keyOf(channel), there.ids[at] ?? null]))
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
  if (channel.kind === 'web-push' || (channel.kind === 'ntfy' && channel.hasToken)) return null
  const { data } = channelRequest.safeParse(requestOf(channel))
  const made = data === undefined ? 'none' : await createChannel(database, subscriberId, data)
  return typeof made === 'string' ? null : made.id
}

function requestOf(channel: ExportedChannel): unknown {
  if (channel.kind !== 'ntfy') return channel
  const { kind, name, url, topic } = channel
  return { kind, name, url, topic }
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
      return { kind, url: config.url }
    case 'ntfy':
      return { kind, url: config.url, topic: config.topic, hasToken: config.token !== null }
    default:
      return kind satisfies never
  }
}
