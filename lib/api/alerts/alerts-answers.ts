import { z } from 'zod'
import { alertAbout, channelKinds, minute } from '#lib/api/alerts/alerts.ts'
import { type Told, longNumber, when } from '#lib/api/parts/answer-parts.ts'

/** AlertLift: how an alert moves the weights of what it asks for. */
const alertLift = z
  .object({
    /** Sources that it asks for. */
    sources: z.number(),
    /** What it counts at each of them, in readers. */
    readers: z.number(),
  })
  .meta({ id: 'AlertLift' })

/** AlertItem */
export const alertItem = z
  .object({
    id: z.number(),
    name: z.string(),
    about: alertAbout,
    channelIds: z.array(z.number()),
    isOn: z.boolean(),
    createdAt: when,
    /** How many it told of in the last seven days. */
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
      .meta({ description: 'Postings of the last seven days that it would have told of, up to 1,000.' }),
    latest: z
      .array(z.object({ id: z.string(), title: z.string(), sourceTitle: z.string(), shownAt: when }))
      .meta({ description: 'The latest of these, up to 5.' }),
    weight: nowAndThen.nullable(),
    pollsPerDay: nowAndThen.nullable(),
    predictedDelayMs: nowAndThen.nullable(),
  })
  .meta({ id: 'AlertPreview' })

/** AlertChannelItem */
export const alertChannelItem = z
  .object({
    id: z.number(),
    kind: z.enum(channelKinds),
    name: z.string(),
    target: z.string().meta({
      description:
        'A mail address, a web address, or a server and topic; its host alone where the token that asks has not the scope write.',
    }),
    secret: z.string().nullable().meta({
      description: 'What signs webhooks; null: nothing does, or the token that asks has not the scope write.',
    }),
    createdAt: when,
    lastSentAt: when.nullable(),
    endedAt: when.nullable().meta({
      description:
        'Its other end said that it is no more, the session of its browser ended, or it is paused; null: it is in use.',
    }),
    isPaused: z.boolean().meta({
      description:
        'A new password was set by a link: nothing is sent until its owner shows by a test that it is theirs.',
    }),
  })
  .meta({ id: 'AlertChannelItem' })

/** AlertSettings */
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
    unseen: z.number().meta({ description: 'What was told in the page and not seen.' }),
    pushKey: z
      .string()
      .nullable()
      .meta({ description: 'For PushManager.subscribe; null: this server sends no Web Push.' }),
    sendsMail: z.boolean(),
  })
  .meta({ id: 'AlertPanel' })

/** PromiseDetail: a delay that left its promise. */
export const promiseDetail = z
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
      .meta({ description: 'Null: a rule asked for it, or its alert is gone.' }),
    source: z.object({ id: z.number(), title: z.string() }).nullable(),
    posting: z.object({ id: longNumber, title: z.string(), url: z.string().nullable() }).nullable(),
    promise: promiseDetail.nullable(),
    foundAt: when,
    madeAt: when,
    seenAt: when.nullable(),
  })
  .meta({ id: 'AlertHitItem' })

/** AlertHitPage */
export const alertHitPage = z
  .object({
    hits: z.array(alertHitItem),
    unseen: z.number(),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'AlertHitPage' })

/** AlertDeliveryItem */
export const alertDeliveryItem = z
  .object({
    id: longNumber,
    key: z.string().meta({ description: 'Told to the other end with each try.' }),
    channel: z.object({ id: z.number(), kind: z.enum(channelKinds), name: z.string() }),
    state: z.enum(['waiting', 'sent', 'failed']),
    title: z.string().nullable().meta({ description: 'The first of what it tells of.' }),
    count: z.number().meta({ description: 'How many it tells of.' }),
    isTest: z.boolean(),
    madeAt: when,
    dueAt: when,
    sentAt: when.nullable(),
    tries: z.number(),
    httpStatus: z.number().nullable(),
    error: z
      .string()
      .nullable()
      .meta({ description: 'Null: nothing was said, or the token that asks has not the scope write.' }),
  })
  .meta({ id: 'AlertDeliveryItem' })

/** AlertDeliveryPage: the log. */
export const alertDeliveryPage = z
  .object({
    deliveries: z.array(alertDeliveryItem),
    nextCursor: z.string().nullable(),
  })
  .meta({ id: 'AlertDeliveryPage' })

export type AlertItem = Told<typeof alertItem>

export type AlertPreview = Told<typeof alertPreview>

export type AlertChannelItem = Told<typeof alertChannelItem>

export type AlertSettings = Told<typeof alertSettings>

/** GET /api/v1/alerts: all that is set. */
export type AlertPanel = Told<typeof alertPanel>
