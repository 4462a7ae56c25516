import { createHash, timingSafeEqual } from 'node:crypto'
import type { Config } from '#lib/config.ts'

/**
 * Whether a request may read the metrics: it has METRICS_TOKEN or, where none is set, comes from this machine itself. A
 * silent proxy on this machine would look the same, so a server that is reached under another name asks for the token.
 */
export function mayReadMetrics(
  headers: Headers,
  { metricsToken, publicUrl }: Pick<Config, 'metricsToken' | 'publicUrl'>,
): boolean {
  if (metricsToken !== null) return isEqual(headers.get('authorization') ?? '', `Bearer ${metricsToken}`)
  // Set or removed by the web server (lib/launch/web-server.ts), whatever the client wrote there.
  return isLocalName(new URL(publicUrl).hostname) && headers.get('x-skylark-local') === 'yes'
}

function isLocalName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}

/** In a time that tells nothing of how far they are equal. */
function isEqual(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}
