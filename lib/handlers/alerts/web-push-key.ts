import { vapidKeysOf } from '#lib/sending/vapid.ts'
import { config } from '#lib/runtime/config.ts'

/** The key by which browsers know our pushes; null: this server sends none. */
export function pushKey(): string | null {
  const key = config().pushKey
  return key === null ? null : vapidKeysOf(key).publicKey
}
