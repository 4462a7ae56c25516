import { ServerResponse, type IncomingMessage, type OutgoingHttpHeader } from 'node:http'
import type { BrotliCompress, Gzip } from 'node:zlib'
import {
  createPacker,
  flushOf,
  isPackable,
  leastPackedBytes,
  mostPackedAtOnceBytes,
  packAtOnce,
  packingFor,
  type Packing,
} from './packing.ts'

/** Turns of the event loop for which the rest of an answer is awaited: a page that is all there comes within two or three. */
const turnsAwaited = 8

type State = 'off' | 'asked' | 'held' | 'bits' | 'ended'

/**
 * Packs what Next answers, once it is asked to (`packAnswer`), in place of Next's own packing, which sent each page through another
 * thread in six steps, each of which waited for this one. What ends within a few turns of the event loop, and is not large, is packed at
 * once and sent in one piece; all else is packed and sent as it comes. To who answers it is what Node's own is.
 */
export class PackingResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  /** off: goes as it comes; asked: nothing came yet; held: waits for its rest; bits: goes through the packer, ended: and no more comes. */
  #state: State = 'off'
  #packing: Packing | null = null
  #packer: BrotliCompress | Gzip | null = null
  #held: Buffer[] = []
  #heldBytes = 0
  #turn: NodeJS.Immediate | undefined

  static {
    // As Node has them: from the first byte on that was given, though it waits here, and from the end on, though the packer is at work.
    const alsoIn = (name: string, states: readonly State[]) =>
      Object.defineProperty(this.prototype, name, {
        get(this: PackingResponse) {
          return states.includes(this.#state) || Boolean(Reflect.get(ServerResponse.prototype, name, this))
        },
      })
    alsoIn('headersSent', ['held', 'bits', 'ended'])
    alsoIn('writableEnded', ['ended'])
  }

  packAnswer(): void {
    this.#packing = packingFor(String(this.req.headers['accept-encoding'] ?? ''))
    this.#state = 'asked'
  }

  override writeHead(status: number, ...rest: unknown[]): this {
    if (this.#state === 'held')
      throw Object.assign(new Error('Cannot write headers after they are sent to the client'), {
        code: 'ERR_HTTP_HEADERS_SENT',
      })
    if (this.#state !== 'asked') return Reflect.apply(super.writeHead, this, [status, ...rest]) as this
    this.statusCode = status
    const [reason, headers = reason] = rest
    if (typeof reason === 'string') this.statusMessage = reason
    takeHeaders(this, headers)
    return this
  }

  override flushHeaders(): void {
    if (this.#begin() === 'off') super.flushHeaders()
  }

  override write(chunk: unknown, ...rest: unknown[]): boolean {
    const state = this.#begin()
    if (state === 'off') return Reflect.apply(super.write, this, [chunk, ...rest]) as boolean
    const bytes = toBytes(chunk, rest[0])
    const callback = callbackOf(rest)
    if (state === 'bits' || state === 'ended') return this.#writeBit(bytes, callback)
    this.#hold(bytes)
    if (callback !== undefined) process.nextTick(callback)
    return true
  }

  override end(...given: unknown[]): this {
    const state = this.#begin()
    if (state === 'off') return Reflect.apply(super.end, this, given) as this
    if (state === 'ended') return this
    const [chunk, encoding] = given
    const callback = callbackOf(given)
    if (callback !== undefined) this.once('finish', callback)
    if (chunk !== undefined && chunk !== null && typeof chunk !== 'function')
      this.write(toBytes(chunk, encoding))
    if (this.#state === 'held') return this.#sendWhole()
    this.#state = 'ended'
    this.#packer?.end()
    return this
  }

  /** Whether the answer is one to pack is seen when its first byte comes: its headers are set then. */
  #begin(): State {
    if (this.#state !== 'asked') return this.#state
    this.#state = 'off'
    if (!this.#isPackable()) return this.#state
    this.appendHeader('vary', 'accept-encoding')
    if (this.#packing === null || this.req.method === 'HEAD') return this.#state
    this.#state = 'held'
    this.#await(turnsAwaited)
    return this.#state
  }

  #isPackable(): boolean {
    const { statusCode } = this
    if (statusCode < 200 || [204, 206, 304].includes(statusCode)) return false
    const header = (name: string) => String(this.getHeader(name) ?? '')
    return isPackable({
      type: header('content-type'),
      cacheControl: header('cache-control'),
      isPacked: this.hasHeader('content-encoding'),
    })
  }

  #await(turns: number): void {
    this.#turn = setImmediate(() => (turns > 1 ? this.#await(turns - 1) : this.#goOnInBits()))
  }

  #hold(bytes: Buffer): void {
    this.#held.push(bytes)
    this.#heldBytes += bytes.length
    if (this.#heldBytes > mostPackedAtOnceBytes) this.#goOnInBits()
  }

  #takeHeld(): Buffer {
    clearImmediate(this.#turn)
    const bytes = Buffer.concat(this.#held)
    this.#held = []
    return bytes
  }

  #sendWhole(): this {
    const bytes = this.#takeHeld()
    this.#state = 'off'
    const packing = bytes.length < leastPackedBytes ? null : this.#packing
    if (packing !== null) this.setHeader('content-encoding', packing)
    const sent = packing === null ? bytes : packAtOnce(bytes, packing)
    this.setHeader('content-length', sent.length)
    return super.end(sent)
  }

  #goOnInBits(): void {
    const bytes = this.#takeHeld()
    this.#state = 'off'
    if (this.#packing === null || this.destroyed) return
    this.setHeader('content-encoding', this.#packing)
    this.removeHeader('content-length')
    const packer = createPacker(this.#packing)
    packer.on('data', (packed: Buffer) => {
      if (!super.write(packed)) packer.pause()
    })
    packer.on('drain', () => this.emit('drain'))
    packer.once('end', () => super.end())
    packer.once('error', (error) => this.destroy(error))
    this.on('drain', () => packer.resume())
    this.once('close', () => packer.destroy())
    super.flushHeaders()
    this.#packer = packer
    this.#state = 'bits'
    if (bytes.length > 0) this.#writeBit(bytes, undefined)
  }

  /** After the end, and where nobody listens any more, the packer refuses it, as a response does. */
  #writeBit(bytes: Buffer, callback: ((error?: Error | null) => void) | undefined): boolean {
    const packer = this.#packer
    const packing = this.#packing
    if (packer === null || packing === null || packer.destroyed) return false
    const goesOn = packer.write(bytes, callback)
    if (!packer.writableEnded) packer.flush(flushOf[packing])
    return goesOn
  }
}

function toBytes(chunk: unknown, encoding: unknown): Buffer {
  if (typeof chunk === 'string')
    return Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8')
  return Buffer.from(chunk as Uint8Array)
}

function callbackOf(given: readonly unknown[]): (() => void) | undefined {
  return given.find((each): each is () => void => typeof each === 'function')
}

/** Those of `writeHead`: an object, or names and values in turn, of which a name may come again. */
function takeHeaders(response: ServerResponse, headers: unknown): void {
  if (typeof headers !== 'object' || headers === null) return
  if (!Array.isArray(headers)) {
    for (const [name, value] of Object.entries(headers as Record<string, OutgoingHttpHeader>))
      response.setHeader(name, value)
    return
  }
  const pairs = headers.flatMap((name, at) =>
    at % 2 === 0 ? [[String(name), headers[at + 1] as string] as const] : [],
  )
  for (const [name] of pairs) response.removeHeader(name)
  for (const [name, value] of pairs) response.appendHeader(name, value)
}
