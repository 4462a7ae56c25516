import { z } from 'zod'
import { integrationKinds } from '#lib/api/integrations/integration-fields.ts'
import { languages } from '#lib/words/languages.ts'
import { longestName } from '#lib/text/names.ts'
import { address, name, boundedText } from './export-fields.ts'
import { exportedSending } from './exported-sending.ts'

/** Grows when an older Skylark could not read the file any more. 2: webhooks without address, ntfy without topic. */
export const exportVersion = 2

const instant = z.iso.datetime()
const key = z.string().regex(/^[0-9a-f]{40}$/)
const short = boundedText(300)
/** Names from the outside in, as deep as folders stand in each other (lib/api/sources/subscriptions.ts). */
const folderPath = z.array(name).max(5).default([])
const label = boundedText(longestName.label).pipe(z.string().trim().min(1))
const labels = z.array(label).max(10_000).default([])
const position = z.number().int().min(0).max(2_000_000_000)

const duration = z.number().int().min(0).max(1_000_000_000) // eleven days, as lib/api/postings/postings.ts takes

/** Far more than anybody may write or mark in one posting: imports join what is there with what they bring, and cut nothing. */
const longestNotes = 1_000_000
const mostHighlights = 10_000

/** A posting that was kept with its text, so that it can be kept where its source does not show it any more. */
const exportedPosting = z.object({
  feedTitle: short,
  siteUrl: address.nullable(),
  guid: boundedText(1_000).nullable(),
  title: boundedText(1_000),
  url: address.nullable(),
  author: short.nullable(),
  /** Null in old files: the first of the text is taken. */
  imageUrl: address.nullable().default(null).catch(null),
  html: z.string(),
  publishedAt: instant.nullable(),
  enclosures: z
    .array(
      z.object({
        url: address,
        type: z.string().max(300).nullable().catch(null), // whatever a publisher wrote
        length: z.number().nullable(),
        durationMs: duration.optional(),
        chapters: z
          .array(z.object({ startMs: duration, title: short }))
          .max(300)
          .optional(),
        chaptersUrl: address.optional(),
      }),
    )
    .max(50),
})

const posting = { feedUrl: address.nullable(), key }
const chosen = boundedText(40).nullable()
const mostMoved = 100_000 // as lib/store/moving/moved-places.ts exports

/** 500 lines, each a search: names in them may have been made longer since they were written. Such a list is left out, and the file is read all the same. */
const longestRule = 1_000_000

/** A rule (lib/api/rules/rules.ts), by the names of what it is about. */
const exportedRule = z.object({
  name,
  kind: z.enum(['rule', 'block', 'keep']),
  query: boundedText(longestRule),
  stops: z.boolean(),
  isOn: z.boolean(),
  scope: z.enum(['all', 'folder', 'source']),
  /** Of the scope "folder". */
  folderPath,
  /** Of the scope "source". */
  feedUrl: address.nullable(),
  acts: z.object({
    read: z.boolean(),
    star: z.boolean(),
    hide: z.boolean(),
    alert: z.boolean(),
    sendTo: boundedText(200).nullable(),
    label: label.nullable(),
  }),
})
export type ExportedRule = z.infer<typeof exportedRule>

/** An account at a service that postings are sent to (lib/api/integrations/integrations.ts), without token or password. */
const exportedIntegration = z.object({
  kind: z.enum(integrationKinds),
  name,
  url: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .nullable(),
  username: boundedText(500).nullable(),
  clientId: boundedText(500).nullable(),
})
export type ExportedIntegration = z.infer<typeof exportedIntegration>

/**
 * One account in one JSON document. Postings go by the address of their feed and their key (40 hexadecimal
 * digits from what stays the same of a posting), so that the file means the same on another server.
 */
export const accountExport = z.object({
  format: z.literal('skylark'),
  version: z.number().int().min(1).max(exportVersion),
  exportedAt: instant,
  account: z.object({ name: z.string().max(1_000), email: z.string().max(1_000) }),
  /** Null: the language that the browser asks for. */
  settings: z.object({
    language: z.enum(languages).nullable().catch(null),
    values: z.record(z.string(), z.json()).optional(),
    /** The look of texts; null: as an account begins. */
    reading: z.record(z.string(), z.json()).nullable().default(null),
    /** The hours at which the account reads, without what was learned: another server learns by itself. */
    readingHours: z.record(z.string(), z.json()).nullable().default(null),
    sourceOrder: z.string().max(40).nullable().default(null),
    shownFolders: z.string().max(40).nullable().default(null),
    /** False: left out where readers of a source are counted. */
    isCounted: z.boolean().default(true),
    /** The look of lists that were set apart, and in "*" how all are read; `name` is a path, an address or a name. */
    lists: z
      .array(
        z.object({
          of: boundedText(20),
          name: z.array(address).max(5),
          layout: chosen,
          density: chosen,
          order: chosen,
          show: chosen,
          options: z.unknown(),
        }),
      )
      .max(2_000)
      .default([]),
  }),
  /** The subscriptions once more, for other readers. */
  opml: z.string(),
  folders: z
    .array(
      z.object({
        name,
        /** With the name; empty in old files, where all stand at the top. */
        path: folderPath,
        position,
      }),
    )
    .max(10_000),
  labels,
  /** Saved searches, in their order. */
  views: z
    .array(
      z.object({
        name,
        query: boundedText(2_000),
        order: z.enum(['newest', 'oldest', 'best']),
        layout: boundedText(40).nullable(),
        position,
      }),
    )
    .max(1_000),
  /** Their secrets are in no file: whoever takes them over is asked for these. */
  integrations: z.array(exportedIntegration).max(100).default([]),
  /** Names of integrations and ntfy servers that a token which may only read was not given: their addresses are more than a host. */
  leftOut: z.array(z.string().max(1_000)).max(1_000).default([]),
  /** In their order. */
  rules: z.array(exportedRule).max(1_000).default([]),
  ...exportedSending,
  subscriptions: z
    .array(
      z.object({
        url: address,
        title: short,
        ownTitle: short.nullable(),
        /** The innermost folder; null: none. */
        folder: boundedText(longestName.folder).nullable(),
        /** All of them; empty in old files. */
        path: folderPath,
        position: position.default(0),
        isMuted: z.boolean().default(false),
        isApart: z.boolean().default(false),
        fullText: z.boolean().default(false),
        unreadEdits: z.boolean().default(false),
        wantsFast: z.boolean().default(false),
        labels,
        createdAt: instant,
        /** The last posting that is read with all before it, but for `states`; null: none is. */
        readThrough: z.object({ key, foundAt: instant }).nullable(),
      }),
    )
    .max(100_000),
  /** The places to which what came with postings was heard, the latest first; `mediaKey`: SHA-1 of its address. */
  positions: z
    .array(
      z.object({
        ...posting,
        mediaKey: key,
        positionMs: duration,
        durationMs: duration.nullable(),
        updatedAt: instant,
      }),
    )
    .max(mostMoved)
    .default([]),
  /** Postings whose stories are shown apart. */
  splits: z
    .array(z.object({ ...posting, createdAt: instant }))
    .max(mostMoved)
    .default([]),
  states: z
    .array(
      z.object({
        /** Null: the feed is not known. */
        feedUrl: address.nullable(),
        key,
        /** Null: as `readThrough` says. */
        isRead: z.boolean().nullable(),
        starredAt: instant.nullable(),
        /** The time at which it was put on the list of what is read later. */
        laterAt: instant.nullable().default(null),
        /** Since when it was kept: the text in `posting` is of that time. Null: it was not kept, or the file is an old one. */
        keptAt: instant.nullable().default(null),
        seenAt: instant.nullable(),
        labels,
        /** The note on it, and the words marked in it with what stands around them (lib/api/postings/postings.ts). */
        note: boundedText(longestNotes).default(''),
        highlights: z
          .array(
            z.object({
              quote: boundedText(5_000).pipe(z.string().min(1)),
              before: boundedText(64),
              behind: boundedText(64),
            }),
          )
          .max(mostHighlights)
          .default([]),
        /** Only with a star, laterAt, labels, a note or highlights. */
        posting: exportedPosting.nullable(),
      }),
    )
    .max(1_000_000),
})
export type AccountExport = z.infer<typeof accountExport>
