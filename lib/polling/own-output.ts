import { config } from '#lib/runtime/config.ts'
import { comparableUrl } from '#lib/documents/door/normalise-url.ts'

/** Whether an address is one of this server's output feeds, however it is spelt; another name of the same machine is not known to be. */
export function isOwnOutput(url: string): boolean {
  return comparableUrl(url).startsWith(comparableUrl(`${config().publicUrl}/out/`))
}
