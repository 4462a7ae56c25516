import { config } from '#lib/runtime/config.ts'

/** What passkeys are made for and used at: the host of PUBLIC_URL, whatever host a request names. */
export function relyingParty(): { readonly id: string; readonly origin: string; readonly name: string } {
  const { hostname, origin } = new URL(config().publicUrl)
  return { id: hostname, origin, name: 'Skylark' }
}

/** How long a challenge may be answered: people look for their key, and the sign-in page waits for a choice. */
export const challengeMs = 600_000
