import type { AccountExport } from '#lib/documents/moving/account-export.ts'
import { placeWithoutWrite } from '#lib/handlers/without-write.ts'

type Parts = Pick<AccountExport, 'integrations' | 'channels' | 'alerts'>

/**
 * The part about other servers in an export for a token that may only read. An origin in place of a whole address would lead whoever takes the file over to
 * the wrong place: those with more than that are left out, and named.
 */
export function exportWithoutWrite({ integrations, channels, alerts }: Parts): Parts & { leftOut: string[] } {
  const kept = channels.filter(isTold)
  return {
    integrations: integrations.filter(isTold).map(placeWithoutWrite),
    channels: kept.map(placeWithoutWrite),
    alerts: alerts.map((alert) => ({
      ...alert,
      channels: alert.channels.flatMap((at) => {
        const channel = channels[at]
        return channel === undefined || !isTold(channel) ? [] : [kept.indexOf(channel)]
      }),
    })),
    leftOut: [...integrations, ...channels].filter((place) => !isTold(place)).map(({ name }) => name),
  }
}

/** Its origin is its whole address, or it has none. */
function isTold(place: object): boolean {
  if (!('url' in place) || typeof place.url !== 'string') return true
  const url = URL.parse(place.url)
  return url !== null && (url.href === `${url.origin}/` || url.href === url.origin)
}
