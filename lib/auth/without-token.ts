/**
 * An answer of better-auth without the secret of the session, at its top or in its `session`. That belongs to the cookie
 * alone, which scripts cannot read.
 */
export function withoutToken(answer: object): object {
  const rest: Record<string, unknown> = { ...answer }
  delete rest['token']
  const { session } = rest
  if (typeof session === 'object' && session !== null) rest['session'] = withoutToken(session)
  return rest
}
