import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

type Received = {
  readonly body: string
  readonly contentType: string
  readonly link: string
  readonly signature: string | null
}

/** Somebody who subscribes to our hub, over real HTTP. */
export type HubCallback = {
  readonly url: string
  /** The answer to the question whether it asked. */
  intent: 'confirm' | 'deny' | 'fail'
  /** The status by which it takes deliveries. */
  status: number
  /** The questions that it was asked. */
  readonly asked: readonly URLSearchParams[]
  /** The deliveries that it took. */
  readonly received: readonly Received[]
  /** The number of deliveries that came, whether it took them or not. */
  readonly delivered: () => number
  readonly close: () => Promise<void>
}

export async function startHubCallback(): Promise<HubCallback> {
  const asked: URLSearchParams[] = []
  const received: Received[] = []
  let delivered = 0
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      if (request.method === 'GET') {
        const { searchParams } = new URL(request.url ?? '/', 'http://callback.example')
        asked.push(searchParams)
        response.writeHead({ confirm: 200, deny: 404, fail: 500 }[callback.intent])
        return response.end(callback.intent === 'confirm' ? searchParams.get('hub.challenge') : 'no')
      }
      const { headers } = request
      delivered += 1
      if (callback.status < 300)
        received.push({
          body,
          contentType: headers['content-type'] ?? '',
          link: String(headers['link'] ?? ''),
          signature: (headers['x-hub-signature'] as string | undefined) ?? null,
        })
      response.writeHead(callback.status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const callback: HubCallback = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback?mine=1`,
    intent: 'confirm',
    status: 204,
    asked,
    received,
    delivered: () => delivered,
    close: () => new Promise((resolve) => void server.close(() => resolve()).closeAllConnections()),
  }
  return callback
}

export function signatureOf(body: string, secret: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
