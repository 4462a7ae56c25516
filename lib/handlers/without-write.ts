import type { AlertChannelItem } from '#lib/api/alerts/alerts.ts'
import { sayerTo } from '#lib/api/http/route.ts'
import { sayText } from '#lib/store/ground/reasons.ts'

/*
 * What whoever may not write is told of other servers: who they are, and no more. A path or a topic may be all that opens them, also after the
 * token that asks has ended.
 */

/** A channel with the host of its address alone, and without what signs it. */
export function channelWithoutWrite(channel: AlertChannelItem): AlertChannelItem {
  const { kind, target } = channel
  const isAddress = kind === 'webhook' || kind === 'ntfy'
  return { ...channel, secret: null, target: isAddress ? (URL.parse(target)?.host ?? '') : target }
}

/** An integration or what an export has of other servers, with the origin of its address alone. */
export function placeWithoutWrite<Place extends object>(place: Place): Place {
  if (!('url' in place) || typeof place.url !== 'string') return place
  return { ...place, url: URL.parse(place.url)?.origin ?? '' }
}

/** Something that was sent, and why it did not arrive, in the caller's language. Not what its receiver answered: many answers repeat the path that was asked for. */
export function shownSent<Sent extends { readonly error: string | null }>(
  sent: Sent,
  request: Request,
  mayWrite = true,
): Sent {
  return { ...sent, error: mayWrite && sent.error !== null ? sayText(sent.error, sayerTo(request)) : null }
}
