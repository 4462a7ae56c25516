import { z } from 'zod'
import { flag, id } from '#lib/api/http/parameters.ts'
import { isZone } from '#lib/api/accounts/reading-hours.ts'
import { queryText } from '#lib/api/lists/search.ts'

const name = z.string().trim().min(1, 'alertNeedsName').max(100)
/** Hours for which a promise may be broken before somebody is told. */
const hours = z.number().int().min(1).max(168)
const place = { sourceId: id.optional(), folderId: id.optional() }

/** What an alert tells of: what is found there, or a delay that left its promise (of a source, a folder or everything). */
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
export const channelKinds = ['email', 'webhook', 'ntfy', 'web-push'] as const
export type ChannelKind = (typeof channelKinds)[number]

/** Body of PATCH /api/v1/alerts/channels/:id. Answer: AlertChannelItem. */
export const channelChange = z.strictObject({ name })

export const minute = z.number().int().min(0).max(1439)

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
