import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

/** 503: something is missing that will be there again, e.g. the database. 429: the reader asks too much. */
export type PageRefusal = { readonly status: 429 | 503; readonly retryAfterSeconds: string }

const header = 'x-skylark-request'
/** Of requests under way, by the name we gave them: how they are refused, null while they are not. */
const requests = new Map<string, PageRefusal | null>()

/** Notes why a request failed that may be made again as it is. */
export function noteRefusal(headers: IncomingHttpHeaders, refusal: PageRefusal): void {
  const id = headers[header]
  if (typeof id === 'string' && requests.has(id)) requests.set(id, refusal)
}

/** Next says 500 of every page that fails: one that `noteRefusal` heard of says why, with the time to ask again (RFC 9110, 15.6.4; RFC 6585, 4). */
export function tellRefusal(request: IncomingMessage, response: ServerResponse): void {
  const id = randomUUID()
  request.headers[header] = id
  requests.set(id, null)
  response.once('close', () => requests.delete(id))
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse
  response.writeHead = (status: number, ...others: unknown[]) => {
    const refusal = requests.get(id) ?? null
    if (status !== 500 || refusal === null) return writeHead(status, ...others)
    response.setHeader('retry-after', refusal.retryAfterSeconds)
    return writeHead(refusal.status, ...others)
  }
}
