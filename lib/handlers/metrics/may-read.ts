import { createHash, timingSafeEqual } from 'node:crypto'
import type { Config } from '#lib/runtime/config.ts'

/**
 * Whether a request may read the metrics: it has METRICS_TOKEN or, where none is set, comes from this machine itself. A
 * silent proxy on this machine would look the same, so a server that is reached under another name asks for the token. So does who names
 * another host: a page of a stranger's name that leads to this machine would read along in a browser here (DNS rebinding).
 */
export function mayReadMetrics(
  headers: Headers,
  { metricsToken, publicUrl }: Pick<Config, 'metricsToken' | 'publicUrl'>,
): boolean {
  if (metricsToken !== null) return isEqual(headers.get('authorization') ?? '', `Bearer ${metricsToken}`)
  // Set or removed by the web server (lib/web/web-server.ts), whatever the client wrote there.
  const names = [publicUrl, `http://${headers.get('host') ?? ''}`].map(
    (address) => URL.parse(address)?.hostname ?? '',
  )
  return names.every(isLocalName) && headers.get('x-skylark-local') === 'yes'
}

function isLocalName(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname)
}

/** In a time that tells nothing of how far they are equal. */
function isEqual(given: string, wanted: string): boolean {
  const [one, other] = [given, wanted].map((text) => createHash('sha256').update(text).digest())
  return one !== undefined && other !== undefined && timingSafeEqual(one, other)
}
