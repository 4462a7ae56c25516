import { z } from 'zod'
import { address, name, boundedText } from './export-fields.ts'

const place = z.object({
  of: z.enum(['source', 'folder', 'label', 'view']),
  /** The source's address, the folder's path, the name of the label or view. */
  name: z.array(address).max(5),
})
export type ExportedPlace = z.infer<typeof place>

/**
 * The channels of alerts, without what is secret: whoever knows the address of a webhook or the topic of an ntfy server may send
 * there, and read what is sent; beside them signatures, tokens, what browsers gave. Old files have addresses and topics.
 */
const channel = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('email'), name }),
  z.object({ kind: z.literal('webhook'), name, url: address.nullable() }),
  z.object({
    kind: z.literal('ntfy'),
    name,
    url: address,
    topic: boundedText(64).nullable(),
    hasToken: z.boolean(),
  }),
  z.object({ kind: z.literal('web-push'), name }),
])
export type ExportedChannel = z.infer<typeof channel>

const alert = z.object({
  name,
  kind: z.enum(['source', 'folder', 'view', 'query', 'promise']),
  /** Of the kind "query". */
  query: boundedText(20_000).nullable(),
  /** Of the kind "promise". */
  hours: z.number().nullable(),
  /** Null: everywhere. */
  place: place.nullable(),
  /** Places in the list of channels, from 0. */
  channels: z.array(z.number().int().min(0)).max(100),
  isOn: z.boolean(),
})
export type ExportedAlert = z.infer<typeof alert>

const listed = { name, of: z.enum(['all', 'starred', 'folder', 'label', 'view']), place: place.nullable() }

const digest = z.object({
  ...listed,
  rhythm: z.string().max(20),
  weekday: z.number(),
  hour: z.number(),
  zone: z.string().max(64),
  mostPostings: z.number(),
  isOn: z.boolean(),
})
export type ExportedDigest = z.infer<typeof digest>

/** Without its address, which is as good as a password. */
const outputFeed = z.object({ ...listed, text: z.string().max(20), mostEntries: z.number() })
export type ExportedOutputFeed = z.infer<typeof outputFeed>

/** The things that tell of news without being asked: parts of an export (lib/documents/moving/account-export.ts), each missing in old files. */
export const exportedSending = {
  /** The times of alerts, and how often; null: as an account begins. */
  alertSettings: z.record(z.string(), z.json()).nullable().default(null),
  channels: z.array(channel).max(100).default([]),
  alerts: z.array(alert).max(10_000).default([]),
  digests: z.array(digest).max(100).default([]),
  outputFeeds: z.array(outputFeed).max(1_000).default([]),
}
