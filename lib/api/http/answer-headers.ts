const headersOf = new WeakMap<Request, Record<string, string>>()

/** Headers that the answer to a request brings, whatever that will be; `route` puts them there. */
export function addAnswerHeaders(request: Request, headers: Readonly<Record<string, string>>): void {
  headersOf.set(request, { ...headersOf.get(request), ...headers })
}

/** The answer with the headers of its request. */
export function withAnswerHeaders(request: Request, response: Response): Response {
  for (const [name, value] of Object.entries(headersOf.get(request) ?? {})) response.headers.set(name, value)
  return response
}

/** Whether a caller that knows what a change makes of things wants an empty answer (RFC 7240, 4.2), which says so then. */
export function wantsMinimal(request: Request): boolean {
  const isWanted = /(?:^|[,;\s])return=minimal(?:$|[,;\s])/i.test(request.headers.get('prefer') ?? '')
  if (isWanted) addAnswerHeaders(request, { 'preference-applied': 'return=minimal' })
  return isWanted
}
