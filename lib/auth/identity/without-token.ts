/**
 * An answer of better-auth without the secret of the session, at its top or in its `session`. That belongs to the cookie
 * alone, which scripts cannot read.
 */
export function withoutToken(answer: object): object {
  if (Array.isArray(answer)) return answer.map((one: unknown) => (isObject(one) ? withoutToken(one) : one))
  const rest: Record<string, unknown> = { ...answer }
  delete rest['token']
  const { session } = rest
  if (isObject(session)) rest['session'] = withoutToken(session)
  return rest
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
