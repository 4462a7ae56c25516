/**
 * The scopes of a token: `read` what its owner sees; `write`, which changes something of the owner's; `admin`, all of the server that
 * its owner may as an admin. None includes another. How one signs in takes a browser's session, never a token.
 */
export const scopes = ['read', 'write', 'admin'] as const
export type Scope = (typeof scopes)[number]

/** The scopes of an account's tokens: `admin` is for admins. */
export function scopesFor(role: 'admin' | 'subscriber'): readonly Scope[] {
  return role === 'admin' ? scopes : scopes.filter((scope) => scope !== 'admin')
}

/** Of a list with anything in it, in the order above. */
export function toScopes(texts: readonly string[], role: 'admin' | 'subscriber'): Scope[] {
  return scopesFor(role).filter((scope) => texts.includes(scope))
}
