/** The headers of every answer at a secret address: found by nobody who was not told, run by no browser, named to no other site. */
export const discreet = {
  'x-robots-tag': 'noindex, nofollow',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; sandbox",
}

/** An answer without a body that nobody keeps. */
export function plainAnswer(status: number, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status, headers: { ...discreet, 'cache-control': 'no-store', ...headers } })
}
