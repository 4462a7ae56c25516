/** Plain text, never anything a browser would run: challenges are repeated word for word. */
export function textAnswer(
  status: number,
  text = '',
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(text, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      ...headers,
    },
  })
}

/** The challenge of what we asked for; 404 for what we did not. */
export function challengeAnswer(challenge: string | null): Response {
  return challenge === null ? textAnswer(404) : textAnswer(200, challenge)
}

/** Hubs repeat what was not taken. */
export function comeBackLater(): Response {
  return textAnswer(429, '', { 'retry-after': '60' })
}
