import { z } from 'zod'
import { isZone } from '#lib/api/accounts/reading-hours.ts'
import { cursorParameter, flag, id, postingId } from '#lib/api/http/parameters.ts'
import { queryText } from '#lib/api/lists/search.ts'
import { type AnswerOf, longNumber, when } from '#lib/api/parts/answer-parts.ts'
import { longestName } from '#lib/text/names.ts'

const name = z.string().trim().min(1, 'alertNeedsName').max(longestName.other)

/** Hours for which a promise may be broken before somebody is told. */
const hours = z.number().int().min(1).max(168)

const place = { sourceId: id.optional(), folderId: id.optional() }

/** The subject of an alert: postings that are found there, or a delay that left its promise (of a source, a folder or everything). */
export const alertAbout = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('source'), sourceId: id }),
  z.strictObject({ kind: z.literal('folder'), folderId: id }),
  z.strictObject({ kind: z.literal('view'), viewId: id }),
  z.strictObject({ kind: z.literal('query'), query: queryText, ...place }),
  z.strictObject({ kind: z.literal('promise'), hours, ...place }),
])

export type AlertAbout = z.infer<typeof alertAbout>

/** An account may have so many ways of being told. */
export const mostChannels = 20

const channelIds = z.array(id).max(mostChannels)

/** Body of POST /api/v1/alerts. Answer 201: AlertItem. */
export const alertRequest = z.strictObject({
  name,
  about: alertAbout,
  /** Besides the page. */
  channelIds: channelIds.default([]),
  isOn: flag.default(true),
})

export type AlertRequest = z.infer<typeof alertRequest>

/** Body of PATCH /api/v1/alerts/:id; what is left out stays. Answer: AlertItem. */
export const alertChange = z
  .strictObject({
    name: name.optional(),
    about: alertAbout.optional(),
    channelIds: channelIds.optional(),
    isOn: flag.optional(),
  })
  .refine((change) => Object.keys(change).length > 0, { message: 'giveChange' })

export type AlertChange = z.infer<typeof alertChange>

/** Body of POST /api/v1/alerts/preview: what an alert about that would do. Changes nothing. */
export const alertPreviewRequest = z.strictObject({ about: alertAbout })

const webAddress = z.url({ protocol: /^https?$/, error: 'httpAddress' }).max(2000)

const base64url = z.string().regex(/^[A-Za-z0-9_-]+=*$/)

/** Body of POST /api/v1/alerts/channels. Answer 201: AlertChannelItem. */
export const channelRequest = z.discriminatedUnion('kind', [
  /** To the address of the account. */
  z.strictObject({ kind: z.literal('email'), name }),
  z.strictObject({
    kind: z.literal('webhook'),
    name,
    url: webAddress,
    /** Signs what is sent; without one it is made. */
    secret: z.string().min(16).max(200).optional(),
  }),
  z.strictObject({
    kind: z.literal('ntfy'),
    name,
    url: webAddress.default('https://ntfy.sh'),
    topic: z.string().regex(/^[-_A-Za-z0-9]{1,64}$/, 'ntfyTopic'),
    token: z.string().trim().min(1).max(200).optional(),
  }),
  /** PushSubscription of a browser, as its toJSON() gives it. One that is there already is answered with 201, too. */
  z.strictObject({
    kind: z.literal('web-push'),
    name,
    endpoint: webAddress,
    keys: z.strictObject({ p256dh: base64url.min(80).max(120), auth: base64url.min(16).max(40) }),
  }),
])

/** Body of POST /api/v1/alerts/channels/renew. */
export const browserRenewal = z.strictObject({ endpoint: webAddress })

export type ChannelRequest = z.infer<typeof channelRequest>

const channelKinds = ['email', 'webhook', 'ntfy', 'web-push'] as const

export type ChannelKind = (typeof channelKinds)[number]

/** Body of PATCH /api/v1/alerts/channels/:id. Answer: AlertChannelItem. */
export const channelChange = z.strictObject({ name })

const minute = z.number().int().min(0).max(1439)

/** Body of PATCH /api/v1/alerts/settings; what is left out stays. Answer: AlertSettings. */
export const alertSettingsChange = z
  .strictObject({
    /** Of the quiet hours. */
    zone: z.string().max(64).refine(isZone, 'unknownZone'),
    /** Minutes of the day; null: never quiet. */
    quietFrom: minute.nullable(),
    quietTo: minute.nullable(),
    /** Single messages an hour and channel; what is beyond comes in one bundle. */
    mostPerHour: z.number().int().min(1).max(1000),
  })
  .partial()

export type AlertSettingsChange = z.infer<typeof alertSettingsChange>

/** AlertLift: how an alert moves the weights of what it asks for. */
const alertLift = z
  .object({
    /** Sources that it asks for. */
    sources: z.number(),
    /** Its weight at each of them, in readers. */
    readers: z.number(),
  })
  .meta({ id: 'AlertLift' })

export const alertItem = z
  .object({
    id: z.number(),
    name: z.string(),
    about: alertAbout,
    channelIds: z.array(z.number()),
    isOn: z.boolean(),
    createdAt: when,
    /** The number of its messages in the last seven days. */
    recent: z.number(),
    lift: alertLift,
  })
  .meta({ id: 'AlertItem' })

const nowAndThen = z.object({ now: z.number(), then: z.number() })

/** AlertPreview; weight, pollsPerDay and predictedDelayMs: of the one source; null: it asks for several, or is not planned yet. The weight is for admins alone. */
export const alertPreview = alertLift
  .extend({
    recent: z
      .number()
      .nullable()
      .meta({ description: 'Articles of the last seven days that would have matched, up to 1,000.' }),
    latest: z
      .array(z.object({ id: z.string(), title: z.string(), sourceTitle: z.string(), shownAt: when }))
      .meta({ description: 'The latest of these articles, up to 5.' }),
    weight: nowAndThen.nullable(),
    pollsPerDay: nowAndThen.nullable(),
    predictedDelayMs: nowAndThen.nullable(),
  })
  .meta({ id: 'AlertPreview' })

export const alertChannelItem = z
  .object({
    id: z.number(),
    kind: z.enum(channelKinds),
    name: z.string(),
    target: z.string().meta({
      description:
        'An e-mail address, a web address, or a server and topic. Only the host, if the token lacks the scope write.',
    }),
    secret: z.string().nullable().meta({
      description: 'The secret that signs webhooks. Null: there is none, or the token lacks the scope write.',
    }),
    createdAt: when,
    lastSentAt: when.nullable(),
    endedAt: when.nullable().meta({
      description:
        'When the other end said that it no longer exists, the session of its browser ended, or it was paused. Null: it is in use.',
    }),
    isPaused: z.boolean().meta({
      description: 'A new password was set by a link. Nothing is sent until the owner sends a test.',
    }),
  })
  .meta({ id: 'AlertChannelItem' })

export const alertSettings = z
  .object({
    zone: z.string(),
    quietFrom: minute.nullable(),
    quietTo: minute.nullable(),
    mostPerHour: z.number(),
  })
  .meta({ id: 'AlertSettings' })

/** AlertPanel: all that is set. */
export const alertPanel = z
  .object({
    alerts: z.array(alertItem),
    channels: z.array(alertChannelItem),
    settings: alertSettings,
    unseen: z.number().meta({ description: 'Notifications in Skylark that were not seen.' }),
    pushKey: z
      .string()
      .nullable()
      .meta({ description: 'For PushManager.subscribe; null: this server sends no Web Push.' }),
    sendsMail: z.boolean(),
  })
  .meta({ id: 'AlertPanel' })

/** PromiseDetail: a delay that left its promise. */
const promiseDetail = z
  .object({
    since: when,
    promiseMs: z.number().nullable(),
    /** As of SourceFreshness: "host", "outage", "budget", "hint"; null: not known. */
    cause: z.string().nullable(),
  })
  .meta({ id: 'PromiseDetail' })

/** AlertHitItem: something that was told in the page. */
export const alertHitItem = z
  .object({
    id: longNumber,
    kind: z.enum(['posting', 'promise']),
    alert: z
      .object({ id: z.number(), name: z.string() })
      .nullable()
      .meta({ description: 'Null: a rule made it, or the alert was deleted.' }),
    source: z.object({ id: z.number(), title: z.string() }).nullable(),
    posting: z.object({ id: longNumber, title: z.string(), url: z.string().nullable() }).nullable(),
    promise: promiseDetail.nullable(),
    foundAt: when,
    madeAt: when,
    seenAt: when.nullable(),
  })
  .meta({ id: 'AlertHitItem' })

export const alertHitPage = z
  .object({
    hits: z.array(alertHitItem),
    unseen: z.number(),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'AlertHitPage' })

export const alertDeliveryItem = z
  .object({
    id: longNumber,
    key: z.string().meta({ description: 'Sent to the other end with each try.' }),
    channel: z.object({ id: z.number(), kind: z.enum(channelKinds), name: z.string() }),
    state: z.enum(['waiting', 'sent', 'failed']),
    title: z.string().nullable().meta({ description: 'The title of the first article in the message.' }),
    count: z.number().meta({ description: 'The number of articles in the message.' }),
    isTest: z.boolean(),
    madeAt: when,
    dueAt: when,
    sentAt: when.nullable(),
    tries: z.number(),
    httpStatus: z.number().nullable(),
    error: z.string().nullable().meta({
      description:
        'Words of the other end, or a sentence in the language of the caller. Null: nothing was said, or the token lacks the scope write.',
    }),
  })
  .meta({ id: 'AlertDeliveryItem' })

/** AlertDeliveryPage: the log. */
export const alertDeliveryPage = z
  .object({
    deliveries: z.array(alertDeliveryItem),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'AlertDeliveryPage' })

export type AlertItem = AnswerOf<typeof alertItem>

export type AlertPreview = AnswerOf<typeof alertPreview>

export type AlertChannelItem = AnswerOf<typeof alertChannelItem>

export type AlertSettings = AnswerOf<typeof alertSettings>

/** GET /api/v1/alerts: all that is set. */
export type AlertPanel = AnswerOf<typeof alertPanel>

/** Query of GET /api/v1/alerts/hits and …/deliveries, newest first. */
export const alertPageQuery = z.strictObject({ cursor: cursorParameter.regex(/^\d{1,18}$/).optional() })

/** GET /api/v1/alerts/hits: what was told in the page. */
export type AlertHitPage = AnswerOf<typeof alertHitPage>

export type AlertHitItem = AnswerOf<typeof alertHitItem>

/** A delay that left its promise. */
export type PromiseDetail = AnswerOf<typeof promiseDetail>

/** Body of POST /api/v1/alerts/hits/seen: all up to this one. */
export const hitsSeenRequest = z.strictObject({ throughId: postingId })

/** GET /api/v1/alerts/deliveries: the log. */
export type AlertDeliveryPage = AnswerOf<typeof alertDeliveryPage>

export type AlertDeliveryItem = AnswerOf<typeof alertDeliveryItem>
