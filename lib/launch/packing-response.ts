import { ServerResponse, type IncomingMessage, type OutgoingHttpHeader } from 'node:http'
import type { BrotliCompress, Gzip } from 'node:zlib'
import {
  createPacker,
  flushOf,
  isPackable,
  leastPackedBytes,
  pack,
  packingFor,
  type Packing,
} from './packing.ts'

/** Turns of the event loop for which the rest of an answer is awaited: a page that is all there comes within two or three. */
const turnsAwaited = 8

/**
 * Packs what Next answers, once it is asked to (`packAnswer`), in place of Next's own packing, which sent each page through another
 * thread in six steps, each of which waited for this one. What ends within a few turns of the event loop is packed at once and sent in
 * one piece; what comes bit by bit is packed and sent bit by bit.
 */
export class PackingResponse<
  Request extends IncomingMessage = IncomingMessage,
> extends ServerResponse<Request> {
  /** off: goes as it comes; asked: nothing came yet; held: waits for its rest; bits: goes through the packer. */
  #state: 'off' | 'asked' | 'held' | 'bits' = 'off'
  #packing: Packing | null = null
  #packer: BrotliCompress | Gzip | null = null
  readonly #held: Buffer[] = []
  #turn: NodeJS.Immediate | undefined

  packAnswer(): void {
    this.#packing = packingFor(String(this.req.headers['accept-encoding'] ?? ''))
    this.#state = 'asked'
  }

  static {
    // As Node has it: from the first byte on that was given, though it waits here.
    Object.defineProperty(this.prototype, 'headersSent', {
      get(this: PackingResponse) {
        return this.#state === 'held' || Boolean(Reflect.get(ServerResponse.prototype, 'headersSent', this))
      },
    })
  }

  override writeHead(status: number, ...rest: unknown[]): this {
    if (this.#state !== 'asked') return Reflect.apply(super.writeHead, this, [status, ...rest]) as this
    this.statusCode = status
    const [reason, headers = reason] = rest
    if (typeof reason === 'string') this.statusMessage = reason
    for (const [name, value] of headersOf(headers)) this.setHeader(name, value)
    return this
  }

  override flushHeaders(): void {
    if (this.#begin() === 'off') super.flushHeaders()
  }

  override write(chunk: unknown, ...rest: unknown[]): boolean {
    const state = this.#begin()
    if (state === 'off') return Reflect.apply(super.write, this, [chunk, ...rest]) as boolean
    const bytes = toBytes(chunk, rest[0])
    if (state === 'bits') return this.#writeBit(bytes, callbackOf(rest))
    this.#held.push(bytes)
    this.#await(turnsAwaited)
    const callback = callbackOf(rest)
    if (callback !== undefined) process.nextTick(callback)
    return true
  }

  override end(...given: unknown[]): this {
    const state = this.#begin()
    if (state === 'off') return Reflect.apply(super.end, this, given) as this
    const [chunk, encoding] = given
    const last =
      chunk === undefined || chunk === null || typeof chunk === 'function' ? null : toBytes(chunk, encoding)
    const callback = callbackOf(given)
    if (callback !== undefined) this.once('finish', callback)
    if (state === 'bits') this.#packer?.end(last ?? undefined)
    else this.#sendWhole(last === null ? this.#held : [...this.#held, last])
    return this
  }

  /** Whether the answer is one to pack is seen when its first byte comes: its headers are set then. */
  #begin() {
    if (this.#state !== 'asked') return this.#state
    this.#state = 'off'
    if (!this.#isToPack()) return this.#state
    this.appendHeader('vary', 'accept-encoding')
    if (this.#packing === null) return this.#state
    this.#state = 'held'
    this.#await(turnsAwaited)
    return this.#state
  }

  #isToPack(): boolean {
    const { statusCode } = this
    if (this.req.method === 'HEAD' || statusCode < 200 || [204, 206, 304].includes(statusCode)) return false
    const header = (name: string) => String(this.getHeader(name) ?? '')
    return isPackable({
      ...{ type: header('content-type'), cacheControl: header('cache-control') },
      isPacked: this.hasHeader('content-encoding'),
    })
  }

  #await(turns: number): void {
    clearImmediate(this.#turn)
    this.#turn = setImmediate(() => (turns > 1 ? this.#await(turns - 1) : this.#goOnInBits()))
  }

  #sendWhole(parts: readonly Buffer[]): void {
    clearImmediate(this.#turn)
    this.#state = 'off'
    const bytes = Buffer.concat(parts)
    const send = (sent: Buffer) => {
      this.setHeader('content-length', sent.length)
      this.end(sent)
    }
    if (this.#packing === null || bytes.length < leastPackedBytes) return send(bytes)
    this.setHeader('content-encoding', this.#packing)
    pack(bytes, this.#packing).then(send, (error: unknown) => this.destroy(error as Error))
  }

  #goOnInBits(): void {
    this.#state = 'off'
    if (this.#packing === null || this.destroyed) return
    this.setHeader('content-encoding', this.#packing)
    this.removeHeader('content-length')
    const packer = createPacker(this.#packing)
    packer.on('data', (bytes: Buffer) => {
      if (!super.write(bytes)) packer.pause()
    })
    packer.once('end', () => super.end())
    packer.once('error', (error) => this.destroy(error))
    this.on('drain', () => packer.resume())
    this.once('close', () => packer.destroy())
    super.flushHeaders()
    this.#packer = packer
    this.#state = 'bits'
    if (this.#held.length > 0) this.#writeBit(Buffer.concat(this.#held), undefined)
  }

  #writeBit(bytes: Buffer, callback: (() => void) | undefined): boolean {
    const [packer, packing] = [this.#packer, this.#packing]
    if (packer === null || packing === null) return false
    const goesOn = packer.write(bytes, callback)
    packer.flush(flushOf[packing])
    if (!goesOn) packer.once('drain', () => this.emit('drain'))
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

/** Of `writeHead`: an object, or names and values in turn. */
function headersOf(headers: unknown): [string, OutgoingHttpHeader][] {
  if (typeof headers !== 'object' || headers === null) return []
  if (!Array.isArray(headers)) return Object.entries(headers as Record<string, OutgoingHttpHeader>)
  return headers.flatMap((name, at) =>
    at % 2 === 0 ? [[String(name), headers[at + 1] as OutgoingHttpHeader]] : [],
  )
}
