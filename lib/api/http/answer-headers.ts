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
