import type { RouteContext } from '#lib/api/http/route.ts'
import { requestWith } from '#tests/support/world/accounts.ts'

type Handler = (request: Request, context: RouteContext) => Promise<Response>
export type RouteModule = Readonly<Partial<Record<'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', Handler>>>

export type Call = {
  readonly module: RouteModule
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** The path's named parts, e.g. { id: '7' }. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: string
  readonly body?: unknown
}

export type Answered = { readonly status: number; readonly body: Record<string, unknown> }

/** Calls a route as Next does, for whoever owns the token, and reads its JSON. */
export async function callRoute(token: string | null, call: Call): Promise<Answered> {
  const { module, method = 'GET', params = {}, query = '', body } = call
  const handler = module[method]
  if (handler === undefined) throw new Error(`The route has no ${method}.`)
  const request = requestWith(token, `/api/v1/route${query}`, method, body)
  const response = await handler(request, { params: Promise.resolve(params) })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return { status: response.status, body: isJson ? (JSON.parse(text) as Answered['body']) : { text } }
}

/** The body of what a route answers. @throws Error where it answers anything but 200 */
export async function readRoute<T>(token: string, call: Call): Promise<T> {
  const { status, body } = await callRoute(token, call)
  if (status !== 200) throw new Error(`HTTP ${status}: ${JSON.stringify(body)}`)
  return body as T
}
