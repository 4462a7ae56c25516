import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import type { Route } from './feed-server.ts'

type Headers = Readonly<Record<string, string>>

/** Any status, for 410, 429 with { 'retry-after': '120' }, 503 … */
export function status(code: number, headers: Headers = {}, body = ''): Route {
  return (_request, response) => void response.writeHead(code, headers).end(body)
}

export function redirect(location: string, code: 301 | 302 | 303 | 307 | 308 = 302): Route {
  return status(code, { location })
}

/** Sends the head at once and the body after `delayMs`, when anybody still waits. */
export function slow(delayMs: number, body = ''): Route {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/rss+xml' })
    response.flushHeaders()
    const timer = setTimeout(() => response.end(body), delayMs)
    response.once('close', () => clearTimeout(timer))
  }
}

/** Sends `bytes` blanks without saying how many there will be. */
export function huge(bytes: number): Route {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/rss+xml' })
    const piece = Buffer.alloc(65_536, ' ')
    let left = bytes
    const send = () => {
      while (left > 0 && !response.destroyed) {
        left -= piece.length
        if (!response.write(piece)) return void response.once('drain', send)
      }
      response.end()
    }
    send()
  }
}

/** Sends `bytes` blanks in parts of one byte: six bytes of the wire for each. */
export function crumbs(bytes: number): Route {
  const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n'
  const thousand = Buffer.from('1\r\n \r\n'.repeat(1_000))
  const body = Array.from({ length: bytes / 1_000 }, () => thousand)
  return (_request, { socket }) => {
    if (socket !== null) Readable.from([Buffer.from(head), ...body, Buffer.from('0\r\n\r\n')]).pipe(socket)
  }
}

/** Promises the whole body and breaks off in the middle. */
export function truncated(body: string): Route {
  return (_request, response) => {
    response.writeHead(200, {
      'content-length': Buffer.byteLength(body),
      'content-type': 'application/rss+xml',
    })
    response.write(body.slice(0, body.length / 2), () => response.destroy())
  }
}

/** Cuts the connection without an answer. */
export function reset(): Route {
  return (request) => void request.socket.resetAndDestroy()
}

/** A small gzip body that unpacks to `bytes`. */
export function gzipBomb(bytes: number): Route {
  const packedBody = gzipSync(Buffer.alloc(bytes, 'A'))
  return packed(packedBody, 'gzip')
}

/** A body that is packed already. */
export function packed(body: Buffer, encoding: string): Route {
  return (_request, response) =>
    void response
      .writeHead(200, { 'content-encoding': encoding, 'content-type': 'application/rss+xml' })
      .end(body)
}
