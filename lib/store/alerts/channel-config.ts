import { z } from 'zod'
import { authSecret } from '#lib/store/outputs/output-feeds.ts'
import { seal, unseal } from '#lib/store/connection/sealed-secrets.ts'

/** The facts about the other end, as they are stored. */
const channelConfig = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('email') }),
  /** `secret`: null where it was sealed under another AUTH_SECRET. */
  z.object({ kind: z.literal('webhook'), url: z.string(), secret: z.string().nullable() }),
  z.object({ kind: z.literal('ntfy'), url: z.string(), topic: z.string(), token: z.string().nullable() }),
  z.object({
    kind: z.literal('web-push'),
    endpoint: z.string(),
    keys: z.object({ p256dh: z.string(), auth: z.string() }),
  }),
])
export type ChannelConfig = z.infer<typeof channelConfig>

const purpose = 'alert channel'

/** The secret parts are opened. @throws ZodError when what is stored is none of ours */
export function parseChannel(stored: unknown): ChannelConfig {
  return withSecret(channelConfig.parse(stored), (sealed) => unseal(sealed, authSecret(), purpose))
}

/** As it is stored: what is secret in it is sealed. */
export function storedConfig(config: ChannelConfig): ChannelConfig {
  return withSecret(config, (secret) => seal(secret, authSecret(), purpose))
}

/** Of a channel that has ended then: it is paused since a new password was set by a link (end-listening.ts), and its owner did not try it. */
export function isPausedSince(stored: unknown, endedAt: Date | null): boolean {
  return (
    endedAt !== null && z.object({ pausedAt: z.literal(endedAt.toISOString()) }).safeParse(stored).success
  )
}

function withSecret(config: ChannelConfig, change: (secret: string) => string | null): ChannelConfig {
  if (config.kind === 'webhook' && config.secret !== null) return { ...config, secret: change(config.secret) }
  if (config.kind === 'ntfy' && config.token !== null) return { ...config, token: change(config.token) }
  return config
}
