import type { Dispatcher } from 'undici'
import { collectBytes } from '#lib/runtime/collect-bytes.ts'
import { endConnection, type Connections } from './connections.ts'
import type { Deadline } from './deadline.ts'
import { tooLarge } from './fetch-failure.ts'
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
}

/** So much of a body that nobody wants is read: the connection can be used again, and the page of an error says more than its status. */
const mostUnwanted = 65_536
const empty = Buffer.alloc(0)

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
    const settle = (isReusable: boolean) => {
      deadline.onEnd(null)
      if (isReusable) connections.giveBack(origin, client)
      else endConnection(client)
    }
    deadline.onEnd(() => endConnection(client, new Error('the deadline has ended')))
    client.dispatch(
      { method, path: url.pathname + url.search, headers, body },
      answerReader(asked, {
        done: (answer, isReusable) => {
          settle(isReusable)
          resolve(answer)
        },
        failed: (error) => {
          settle(false)
          reject(error)
        },
      }),
    )
  })
}

type Outcome = {
  readonly done: (answer: ServerAnswer, isReusable: boolean) => void
  readonly failed: (error: Error) => void
}

/** Collects an answer; tells of it once. */
function answerReader({ maxBytes, isWanted }: Asked, { done, failed }: Outcome): Dispatcher.DispatchHandler {
  let head: Omit<ServerAnswer, 'body'> | null = null
  let [wanted, bytes, isOver] = [false, 0, false]
  const body = collectBytes()

  function finish(answer: ServerAnswer | Error, isReusable: boolean): void {
    if (isOver) return
    isOver = true
    if (answer instanceof Error) failed(answer)
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
      finish({ ...head, body: body.whole() }, true)
    },
    onResponseError: (_, error) => {
      // The status line has said all that mattered; a connection that breaks afterwards changes nothing.
      if (head !== null && !wanted) finish({ ...head, body: empty }, false)
      else finish(error, false)
    },
  }
}
