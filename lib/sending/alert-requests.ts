import { createHmac } from 'node:crypto'
import webPush from 'web-push'
import type { PostedMessage } from '#lib/documents/fetch/post-message.ts'
import type { OutboxItem, OutboxMessage } from '#lib/store/alerts/alert-outbox.ts'
import type { ChannelConfig } from '#lib/store/alerts/channel-config.ts'
import { alertText } from './alert-text.ts'
import type { AggregatorContext } from '#lib/planning/context.ts'
import type { VapidKeys } from './vapid.ts'

/** The address that links in messages lead to. */
type From = { readonly publicUrl: string }

/**
 * JSON with its signature: HMAC-SHA256 by the channel's secret over the second of the try, a point and the body. Whoever
 * checks it refuses what is old.
 */
export function webhookOf(
  message: OutboxMessage,
  secret: string,
  { publicUrl, clock }: Pick<AggregatorContext, 'clock'> & From,
): PostedMessage {
  const items = message.items.map((item) => payloadOf(item, publicUrl))
  const body = JSON.stringify({ id: message.key, madeAt: message.madeAt.toISOString(), items })
  const second = Math.floor(clock.now() / 1000)
  const signature = createHmac('sha256', secret).update(`${second}.${body}`).digest('hex')
  return {
    headers: {
      'content-type': 'application/json',
      'idempotency-key': message.key,
      'skylark-signature': `t=${second},v1=${signature}`,
      'skylark-try': String(message.tries),
    },
    body,
    secrets: [secret],
  }
}

function payloadOf(item: OutboxItem, publicUrl: string) {
  const { kind, alertName, sourceId, sourceTitle, postingId, title, url, excerpt, publishedAt, foundAt } =
    item
  const posting = { id: postingId, title, url, excerpt, publishedAt, foundAt }
  return {
    kind,
    alert: alertName,
    source: sourceId === null ? null : { id: sourceId, title: sourceTitle },
    posting: postingId === null ? null : { ...posting, readUrl: `${publicUrl}/?posting=${postingId}` },
    promise: item.promise,
  }
}

/** As JSON to the server's root, which takes titles in all letters. `sequence_id` (ntfy 2.16) shows a second one in place of the first. */
export function ntfyOf(
  message: OutboxMessage,
  { topic, token }: Extract<ChannelConfig, { kind: 'ntfy' }>,
  { publicUrl }: From,
): PostedMessage {
  const { title, body, url } = alertText(message, publicUrl)
  return {
    headers: {
      'content-type': 'application/json',
      'idempotency-key': message.key,
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ topic, title, message: body || title, click: url, sequence_id: message.key }),
    secrets: token === null ? [] : [token],
  }
}

/** Of a browser that is off: until then a push service keeps it. */
const keptSeconds = 86_400
/** Push services take 4,096 bytes, encrypted (RFC 8030, 7.2). */
const mostCharacters = 900

/** Encrypted for that browser; null for keys that are no keys, which a browser never gives. */
export function pushOf(
  message: OutboxMessage,
  { endpoint, keys }: Extract<ChannelConfig, { kind: 'web-push' }>,
  { vapid, publicUrl }: From & { readonly vapid: VapidKeys },
): PostedMessage | null {
  const { title, body, url } = alertText(message, publicUrl)
  const shown = { key: message.key, title, body: body.slice(0, mostCharacters).toWellFormed(), url }
  let request: ReturnType<typeof webPush.generateRequestDetails>
  try {
    request = webPush.generateRequestDetails({ endpoint, keys }, JSON.stringify(shown), {
      vapidDetails: { ...vapid, subject: contactOf(publicUrl) },
      TTL: keptSeconds,
      urgency: 'high',
      topic: message.key,
      contentEncoding: 'aes128gcm',
    })
  } catch {
    return null
  }
  const headers = Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) =>
      name.toLowerCase() === 'content-length' ? [] : [[name.toLowerCase(), String(value)]],
    ),
  )
  const token = /\bt=([\w.-]+)/.exec(headers['authorization'] ?? '')?.[1]
  return { headers, body: request.body ?? '', secrets: token === undefined ? [] : [token] }
}

/** Whom a push service may turn to (RFC 8292, 2.1). */
function contactOf(publicUrl: string): string {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' ? publicUrl : `mailto:skylark@${hostname}`
}
