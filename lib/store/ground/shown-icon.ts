import { proxiedImage } from '#lib/documents/html/image-address.ts'
import { config } from '#lib/runtime/config.ts'

/** The address at which pages find the icon of a source: at this server, so that its publisher does not see who reads. */
export function shownIcon(address: string | null): string | null {
  const secret = config().authSecret
  return address === null || secret === null ? address : proxiedImage(address, secret)
}
