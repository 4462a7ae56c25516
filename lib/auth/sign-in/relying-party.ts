import { config } from '#lib/runtime/config.ts'

/** The relying party of passkeys: the host of PUBLIC_URL, whatever host a request names. */
export function relyingParty(): { readonly id: string; readonly origin: string; readonly name: string } {
  const { hostname, origin } = new URL(config().publicUrl)
  return { id: hostname, origin, name: 'Skylark' }
}

/** The time to answer a challenge: people look for their key, and the sign-in page waits for a choice. */
export const challengeMs = 600_000
