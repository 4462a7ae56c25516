import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Received = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly at: number
}

/** The answer of a sink; with `hang` none, for good. */
export type SinkAnswer =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly text?: string }
  | 'hang'

/** A real HTTP server that keeps what it is sent, for webhooks, ntfy and pushes. */
export async function startSink(): Promise<{
  readonly origin: string
  readonly received: Received[]
  readonly at: (path: string) => readonly Received[]
  /** The answer from now on, by the path or its beginning. */
  readonly answer: (path: string, answer: SinkAnswer) => void
  readonly stop: () => Promise<void>
}> {
  const received: Received[] = []
  const answers = new Map<string, SinkAnswer>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? ''
      received.push({
        method: request.method ?? '',
        path,
        headers: request.headers,
        body: Buffer.concat(chunks),
        at: Date.now(),
      })
      const found = [...answers].findLast(([beginning]) => path.startsWith(beginning))?.[1]
      if (found === 'hang') return
      response.writeHead(found?.status ?? 201, found?.headers).end(found?.text ?? '')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    received,
    at: (path) => received.filter((one) => one.path === path),
    answer: (path, answer) => {
      answers.delete(path)
      answers.set(path, answer)
    },
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** @throws Error when the signature is not by the secret, or older than five minutes */
export function checkWebhook({ headers, body }: Received, secret: string, now: number): void {
  const [, second = '', signature] =
    /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['skylark-signature'])) ?? []
  const expected = createHmac('sha256', secret).update(`${second}.`).update(body).digest('hex')
  if (signature !== expected) throw new Error('The signature is wrong.')
  if (Math.abs(now - Number(second) * 1000) > 300_000) throw new Error('The signature is too old.')
}

export type PushedAlert = {
  readonly key: string
  readonly title: string
  readonly body: string
  readonly url: string
}

/** A browser as a push service knows it: it alone can read what is sent (RFC 8291). */
export function createPushBrowser(endpoint: string) {
  const pair = createECDH('prime256v1')
  const publicKey = pair.generateKeys()
  const auth = randomBytes(16)
  return {
    endpoint,
    keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    /** @throws Error when it was not encrypted for this browser */
    read: ({ body }: Received): PushedAlert => {
      const salt = body.subarray(0, 16)
      const idLength = body.readUInt8(20)
      const serverKey = body.subarray(21, 21 + idLength)
      const shared = hmac(auth, pair.computeSecret(serverKey))
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, serverKey, Buffer.from([1])])
      const random = hmac(salt, hmac(shared, info))
      const key = hmac(random, Buffer.from('Content-Encoding: aes128gcm\0\x01')).subarray(0, 16)
      const nonce = hmac(random, Buffer.from('Content-Encoding: nonce\0\x01')).subarray(0, 12)
      const sealed = body.subarray(21 + idLength)
      const decipher = createDecipheriv('aes-128-gcm', key, nonce)
      decipher.setAuthTag(sealed.subarray(-16))
      const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
      const end = padded.lastIndexOf(2)
      return JSON.parse(padded.subarray(0, end).toString('utf8')) as PushedAlert
    },
  }
}

function hmac(key: Buffer, data: Buffer): Buffer {
  return createHmac('sha256', key).update(data).digest()
}

/** Looks at who sent a push, as a push service does (RFC 8292). @throws Error when it was not the holder of the key */
export function checkVapid({ headers }: Received, origin: string, publicKey: string, now: number): void {
  const [, token = '', key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(String(headers.authorization)) ?? []
  if (key !== publicKey) throw new Error(`Another key: ${key}`)
  const point = Buffer.from(key, 'base64url')
  const part = (from: number) => point.subarray(from, from + 32).toString('base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: part(1), y: part(33) }
  const [head = '', claims = '', signature = ''] = token.split('.')
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('The token is not signed by the key.')
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')) as Record<
    string,
    unknown
  >
  if (aud !== origin) throw new Error(`For another service: ${String(aud)}`)
  const leftSeconds = Number(exp) - now / 1000
  if (!(leftSeconds > 0 && leftSeconds <= 86_400)) throw new Error(`It ends in ${leftSeconds} s.`)
  if (!/^(mailto|https):/.test(String(sub))) throw new Error(`Nobody to turn to: ${String(sub)}`)
}
