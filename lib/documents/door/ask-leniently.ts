import { collectBytes } from '#lib/runtime/collect-bytes.ts'
import type { Asked, ServerAnswer } from './ask-server.ts'
import type { Connections } from './connections.ts'
import type { Deadline } from './deadline.ts'
import { badResponse, tooLarge } from './fetch-failure.ts'
import type { ResponseHeaders } from './response-headers.ts'

/** As for other answers (`connections.ts`). */
const longestHead = 32_768
/** Answers that only inform, before the one that counts: all are read again as more comes, and a head has room for thousands. */
const mostInforming = 20
const endOfHead = /\r?\n\r?\n/
const empty = Buffer.alloc(0)

/** Names of undici's errors for a head that it refuses, and for one with two lengths. */
const refusals = new Set(['HTTPParserError', 'ResponseContentLengthMismatchError'])

/** Whether a server's answer was refused for how it is written, which says nothing about what it means. */
export function isRefusedHead(error: Error): boolean {
  return refusals.has(error.name) || error.message === badResponse
}

/**
 * Asks once more and reads the answer as browsers do: lines may end with a line feed alone and be folded, odd names are passed over,
 * one length may stand there twice, and chunks win over a length (RFC 9112 2.2, 5.2, 6.3). A head that could mean two things is refused.
 * @param socket a new connection, to an address that may be asked; it is ended
 * @returns null where the answer cannot be read so either; with `cutBy` where the body ends before the end that the head names
 * @throws FetchFailedError too-large
 */
export async function askLeniently(
  socket: Awaited<ReturnType<Connections['open']>>,
  { url, headers, maxBytes, isWanted }: Asked,
  deadline: Deadline,
): Promise<ServerAnswer | null> {
  deadline.onEnd(() => socket.destroy(new Error('the deadline has ended')))
  try {
    socket.write(requestOf(url, headers))
    const received = collectBytes()
    let [head, bytes, tail]: [Head | null, number, string] = [null, 0, '']
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      received.add(chunk)
      bytes += chunk.length
      const latest = tail + chunk.toString('latin1')
      tail = latest.slice(-8)
      if (head === null && endOfHead.test(latest)) head = readHead(received.whole())
      if (head === null && bytes > longestHead) return null
      if (head === null) continue
      if (!isWanted(head.statusCode)) return { ...head, body: empty }
      if (bytes - head.end > 2 * maxBytes) throw tooLarge(maxBytes)
      const isWhole = head.length === 'chunks' ? /\n0\r?\n\r?\n$/.test(tail) : bytes - head.end >= head.length
      if (isWhole) break
    }
    return head === null ? null : answerOf(head, received.whole().subarray(head.end), maxBytes)
  } finally {
    deadline.onEnd(null)
    socket.destroy()
  }
}

function requestOf(url: URL, headers: Readonly<Record<string, string>>): string {
  const lines = Object.entries({ host: url.host, ...headers, connection: 'close' })
  return `GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
}

type Head = {
  readonly statusCode: number
  readonly headers: ResponseHeaders
  /** The place at which the body begins. */
  readonly end: number
  /** Of the body in bytes; Infinity: it ends with the connection. */
  readonly length: number | 'chunks'
}

/** The head of the answer; null while it is not there, or where it is none. */
function readHead(bytes: Buffer): Head | null {
  const text = bytes.subarray(0, longestHead).toString('latin1')
  for (let [start, informing] = [0, 0]; informing <= mostInforming; informing++) {
    const end = endOfHead.exec(text.slice(start))
    const statusCode = Number(/^HTTP\/\d(?:\.\d)? +(\d{3})(?!\d)/.exec(text.slice(start))?.[1])
    if (end === null || Number.isNaN(statusCode)) return null
    const after = start + end.index + end[0].length
    if (statusCode >= 200) {
      const headers = readHeaders(text.slice(start, start + end.index))
      const length = lengthOf(headers)
      return length === null ? null : { statusCode, headers, end: after, length }
    }
    start = after // it only informs
  }
  return null
}

const name = /^[\w!#$%&'*+.^`|~-]+$/
const controls = /[\u0000-\u0008\u000a-\u001f\u007f]/g

function readHeaders(head: string): ResponseHeaders {
  const lines = head.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)
  const headers: Record<string, string[]> = Object.create(null) as Record<string, string[]>
  for (const line of lines.slice(1)) {
    const colon = line.indexOf(':')
    const key = line.slice(0, Math.max(0, colon)).toLowerCase()
    if (name.test(key))
      (headers[key] ??= []).push(
        line
          .slice(colon + 1)
          .replaceAll(controls, '')
          .trim(),
      )
  }
  return headers
}

/** Null where the head says two things. */
function lengthOf(headers: ResponseHeaders): number | 'chunks' | null {
  const values = (header: string) => [headers[header] ?? []].flat().flatMap((value) => value.split(','))
  const named = values('transfer-encoding').map((coding) => coding.trim().toLowerCase())
  // The name that HTTP/1.1 had at first for none (RFC 2616, 3.6).
  const codings = named.filter((coding) => coding !== 'identity')
  if (codings.length > 0) return codings.join() === 'chunked' ? 'chunks' : null
  const lengths = new Set(values('content-length').map((length) => length.trim()))
  const [length = '', ...others] = lengths
  if (lengths.size === 0) return Infinity
  return others.length === 0 && /^\d{1,15}$/.test(length) ? Number(length) : null
}

function answerOf(head: Head, rest: Buffer, maxBytes: number): ServerAnswer | null {
  const { statusCode, headers, length } = head
  const { body, isWhole } =
    length === 'chunks'
      ? joinChunks(rest)
      : { body: rest.subarray(0, Math.min(length, rest.length)), isWhole: rest.length >= length }
  const isCut = !isWhole && length !== Infinity
  if (isCut && body.length === 0) return null
  if (body.length > maxBytes) throw tooLarge(maxBytes)
  return { statusCode, headers, body, ...(isCut && { cutBy: new Error('the body is cut') }) }
}

/** The chunks so far; not whole where the last one is missing, or is none. */
function joinChunks(bytes: Buffer): { readonly body: Buffer; readonly isWhole: boolean } {
  const body = collectBytes()
  for (let at = 0; ;) {
    const end = bytes.indexOf('\n', at)
    const size = /^([\da-f]{1,8})[ \t]*(?:;.*)?\r?$/i.exec(bytes.subarray(at, end).toString('latin1'))?.[1]
    // Some say that there are chunks where there are none.
    if (at === 0 && size === undefined) return { body: bytes, isWhole: false }
    if (end === -1 || size === undefined) return { body: body.whole(), isWhole: false }
    const length = Number.parseInt(size, 16)
    if (length === 0) return { body: body.whole(), isWhole: true }
    const chunk = bytes.subarray(end + 1, end + 1 + length)
    body.add(chunk)
    if (chunk.length < length) return { body: body.whole(), isWhole: false }
    at = end + 1 + length
    if (bytes[at] === 0x0d) at += 1
    if (bytes[at] !== 0x0a) return { body: body.whole(), isWhole: false }
    at += 1
  }
}
