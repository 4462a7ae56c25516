const told = new WeakMap<Request, Record<string, string>>()

/** Headers that the answer to a request brings, whatever that will be; `route` puts them there. */
export function tellWithAnswer(request: Request, headers: Readonly<Record<string, string>>): void {
  told.set(request, { ...told.get(request), ...headers })
}

/** The answer with what was told for its request. */
export function withTold(request: Request, response: Response): Response {
  for (const [name, value] of Object.entries(told.get(request) ?? {})) response.headers.set(name, value)
  return response
}
