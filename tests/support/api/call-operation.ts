import type { NamedOperation } from '#lib/api/operations/all.ts'
import { sampleOf } from '#lib/api/operations/all.ts'
import type { SampleIds } from '#lib/api/operations/operation.ts'
import type { RouteContext } from '#lib/api/http/route.ts'
import { publicUrl } from '#tests/support/world/accounts.ts'

type Handler = (request: Request, context: RouteContext) => Promise<Response>

/** Sends the example of an operation as a program does; an answer that never ends is not read. */
export async function callOperation(
  handler: Handler | undefined,
  operation: NamedOperation,
  ids: SampleIds,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly status: number; readonly headers: Headers; readonly text: string }> {
  if (handler === undefined) throw new Error(`There is no ${operation.method} ${operation.path}.`)
  const { params = {}, query = {}, body } = sampleOf(operation, ids)
  const address = `${publicUrl}/api/v1${operation.path}?${new URLSearchParams(query).toString()}`
  const request = new Request(address, {
    method: operation.method,
    headers,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const answered = await handler(request, { params: Promise.resolve(params) })
  const { status } = answered
  if (answered.headers.get('content-type')?.startsWith('text/event-stream') !== true)
    return { status, headers: answered.headers, text: await answered.text() }
  await answered.body?.cancel()
  return { status, headers: answered.headers, text: '' }
}
