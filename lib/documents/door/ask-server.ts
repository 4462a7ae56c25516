import type { Dispatcher } from 'undici'
import { collectBytes } from '#lib/runtime/collect-bytes.ts'
import { endConnection, type Connections } from './connections.ts'
import type { Deadline } from './deadline.ts'
import { badResponse, tooLarge } from './fetch-failure.ts'
import type { ResponseHeaders } from './response-headers.ts'

/** One request, without redirects. */
export type Asked = {
  readonly method: 'GET' | 'POST'
  /** http or https, already checked. */
  readonly url: URL
  readonly headers: Record<string, string>
  readonly body?: string | Buffer
  /** Of the body as it comes over the wire. */
  readonly maxBytes: number
  /** Whether the body of an answer with this status is wanted. */
  readonly isWanted: (httpStatus: number) => boolean
}

export type ServerAnswer = {
  readonly statusCode: number
  readonly headers: ResponseHeaders
  /** As it came over the wire; of one that was not wanted the beginning, or nothing. */
  readonly body: Buffer
  /** The connection broke before the end that the head names. The body may be whole all the same: some heads are wrong. */
  readonly cutBy?: Error
}

/** So much of a body that nobody wants is read: the connection can be used again, and the page of an error says more than its status. */
const mostUnwanted = 65_536
const empty = Buffer.alloc(0)

/** Connections that were given back once: a server may end one at any time, also while the next request is on its way. */
const usedBefore = new WeakSet<object>()

/**
 * Asks a server and reads its answer to the end, over a connection that goes back to the others afterwards. The limit of
 * size holds while the body comes in, the deadline for everything.
 * @throws FetchFailedError too-large
 * @throws Error of undici, Node or the guard where the connection fails or the deadline ends
 */
export function askServer(connections: Connections, asked: Asked, deadline: Deadline): Promise<ServerAnswer> {
  const { method, url, headers, body } = asked
  const { origin } = url
  return new Promise((resolve, reject) => {
    if (deadline.endedBy() !== null) return reject(new Error('the deadline has ended'))
    const client = connections.take(origin)
    const mayBeStale = method === 'GET' && usedBefore.has(client)
    const settle = (isReusable: boolean) => {
      deadline.onEnd(null)
      if (isReusable) {
        usedBefore.add(client)
        connections.giveBack(origin, client)
      } else endConnection(client)
    }
    deadline.onEnd(() => endConnection(client, new Error('the deadline has ended')))
    client.dispatch(
      { method, path: url.pathname + url.search, headers, body },
      answerReader(asked, {
        done: (answer, isReusable) => {
          settle(isReusable)
          resolve(answer)
        },
        failed: (error, hasAnswered) => {
          settle(false)
          // RFC 9112, 9.3.1: such a request is made again, by another connection.
          if (mayBeStale && !hasAnswered && isBroken(error)) resolve(askServer(connections, asked, deadline))
          else reject(error)
        },
      }),
    )
  })
}

type Outcome = {
  readonly done: (answer: ServerAnswer, isReusable: boolean) => void
  readonly failed: (error: Error, hasAnswered: boolean) => void
}

const broken = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

/** Whether the connection ended, not an answer that undici refuses ("bad response"). */
function isBroken(error: Error): boolean {
  return 'code' in error && broken.has(String(error.code)) && error.message !== badResponse
}

/** Whether the body of an answer may be whole although its end did not come where its head says. */
function isCut(error: Error, { headers }: Pick<ServerAnswer, 'headers'>): boolean {
  const length = [headers['content-length'] ?? []].flat().join()
  const isMismatch = 'code' in error && error.code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'
  return isBroken(error) || (isMismatch && /^\d+$/.test(length))
}

/** Collects an answer; tells of it once. */
function answerReader({ maxBytes, isWanted }: Asked, { done, failed }: Outcome): Dispatcher.DispatchHandler {
  let head: Omit<ServerAnswer, 'body'> | null = null
  let wanted = false
  let bytes = 0
  let isOver = false
  const body = collectBytes()

  function finish(answer: ServerAnswer | Error, isReusable: boolean): void {
    if (isOver) return
    isOver = true
    if (answer instanceof Error) failed(answer, head !== null)
    else done(answer, isReusable)
  }

  return {
    onRequestStart: () => undefined,
    onResponseStart: (_, statusCode, headers) => {
      if (statusCode < 200) return // only informs
      head = { statusCode, headers }
      wanted = isWanted(statusCode)
    },
    onResponseData: (_, chunk) => {
      bytes += chunk.length
      if (wanted && bytes > maxBytes) return finish(tooLarge(maxBytes), false)
      body.add(chunk)
      if (!wanted && bytes > mostUnwanted && head !== null) finish({ ...head, body: body.whole() }, false)
    },
    onResponseEnd: () => {
      if (head === null) return finish(new Error('the server sent no answer'), false)
      const isLast = /close/i.test([head.headers['connection'] ?? []].flat().join())
      finish({ ...head, body: body.whole() }, !isLast)
    },
    onResponseError: (_, error) => {
      // The status line has said all that mattered; a connection that breaks afterwards changes nothing.
      if (head !== null && !wanted) finish({ ...head, body: empty }, false)
      else if (head !== null && bytes > 0 && isCut(error, head))
        finish({ ...head, body: body.whole(), cutBy: error }, false)
      else finish(error, false)
    },
  }
}
