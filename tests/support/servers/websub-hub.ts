import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * A WebSub hub over real HTTP. It verifies a request before it answers it, so that a subscriber that got its answer has
 * been verified. `behaviour` may change while it runs: 'verify', 'silent' (accepts and never verifies), 'refuse', 'deny', 'pause'.
 */
export type WebSubHub = {
  readonly url: string
  behaviour: 'verify' | 'silent' | 'refuse' | 'deny' | 'pause'
  /** The answer under 'pause'; `retryAfter` null: without saying until when. */
  pause: { status: number; retryAfter: string | null }
  leaseSeconds: number
  /** The words of its answers to a form. */
  says: (form: URLSearchParams) => string
  /** Every form it was sent, in order. */
  readonly requests: readonly URLSearchParams[]
  /** The answers of subscribers to its verifications: the challenge, or their status. */
  readonly verified: readonly (boolean | number)[]
  /** Sends a document to whoever subscribed to a topic last; with that subscriber's secret unless another is given. */
  readonly deliver: (topic: string, body: string, options?: DeliverOptions) => Promise<number>
  /** Asks a subscriber to confirm something. */
  readonly verify: (callback: string, query: Readonly<Record<string, string>>) => Promise<boolean | number>
  readonly close: () => Promise<void>
}

type DeliverOptions = {
  readonly method?: 'sha1' | 'sha256' | 'sha384' | 'sha512'
  readonly secret?: string
  readonly withoutSignature?: boolean
  readonly contentType?: string
}

export async function startWebSubHub(): Promise<WebSubHub> {
  const requests: URLSearchParams[] = []
  const verified: (boolean | number)[] = []
  const server = createServer((request, response) => {
    void read(request).then(async (form) => {
      requests.push(form)
      if (hub.behaviour === 'pause') response.writeHead(hub.pause.status, retryHeader(hub.pause.retryAfter))
      else response.writeHead(hub.behaviour === 'refuse' ? 500 : 202)
      if (hub.behaviour === 'verify' || hub.behaviour === 'deny') await callBack(form)
      response.end(hub.says(form))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.9', resolve))

  async function callBack(form: URLSearchParams): Promise<void> {
    const asked = { 'hub.mode': form.get('hub.mode') ?? '', 'hub.topic': form.get('hub.topic') ?? '' }
    const callback = form.get('hub.callback') ?? ''
    const denied = { ...asked, 'hub.mode': 'denied', 'hub.reason': 'not today' }
    const query =
      hub.behaviour === 'deny' ? denied : { ...asked, 'hub.lease_seconds': String(hub.leaseSeconds) }
    verified.push(await verify(callback, query))
  }

  async function verify(callback: string, query: Readonly<Record<string, string>>) {
    const challenge = randomBytes(12).toString('hex')
    const url = new URL(callback)
    for (const [name, value] of Object.entries({ ...query, 'hub.challenge': challenge }))
      url.searchParams.set(name, value)
    const answer = await fetch(url)
    return answer.status === 200 ? (await answer.text()) === challenge : answer.status
  }

  async function deliver(topic: string, body: string, options: DeliverOptions = {}): Promise<number> {
    const form = requests.findLast((each) => each.get('hub.topic') === topic)
    if (form === undefined) throw new Error(`nobody asked for ${topic}`)
    const { method = 'sha256', secret = form.get('hub.secret') ?? '' } = options
    const signature = `${method}=${createHmac(method, secret).update(body).digest('hex')}`
    const answer = await fetch(form.get('hub.callback') ?? '', {
      method: 'POST',
      body,
      headers: {
        'content-type': options.contentType ?? 'application/rss+xml',
        link: `<${hub.url}>; rel="hub", <${topic}>; rel="self"`,
        ...(options.withoutSignature === true ? {} : { 'x-hub-signature': signature }),
      },
    })
    await answer.arrayBuffer()
    return answer.status
  }

  const hub: WebSubHub = {
    url: `http://127.0.0.9:${(server.address() as AddressInfo).port}/hub`,
    behaviour: 'verify',
    pause: { status: 429, retryAfter: '7200' },
    leaseSeconds: 864_000,
    says: () => '',
    requests,
    verified,
    deliver,
    verify,
    close: () => new Promise((resolve) => void server.close(() => resolve()).closeAllConnections()),
  }
  return hub
}

async function read(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}

function retryHeader(retryAfter: string | null): Record<string, string> {
  return retryAfter === null ? {} : { 'retry-after': retryAfter }
}
