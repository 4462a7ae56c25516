import type { Lived } from './soak-lives.ts'

const patienceMs = 60_000
const mostProblems = 10
const password = 'correct horse battery'

/** Somebody with a browser: an account, and the cookie of a session. */
export type Visitor = {
  readonly password: string
  readonly signUp: () => Promise<boolean>
  readonly signIn: () => Promise<void>
  readonly signOut: () => Promise<void>
  /** The answer's JSON; null where it has none, or failed, which is counted. */
  readonly ask: (method: string, path: string, body?: unknown) => Promise<unknown>
  /** Opens a stream of events for so long; whether it was open. */
  readonly listen: (forMs: number) => Promise<boolean>
}

export function createVisitor(
  appUrl: string,
  email: string,
  lived: Pick<Lived, 'requests' | 'failed' | 'problems'>,
  random: () => number,
): Visitor {
  // Sign-ups and sign-ins are counted by address.
  const address = `198.${18 + Math.floor(2 * random())}.${Math.floor(256 * random())}.${Math.floor(256 * random())}`
  let cookie = ''

  function fail(text: string): void {
    lived.failed += 1
    if (lived.problems.length < mostProblems) lived.problems.push(text)
  }

  async function send(method: string, path: string, body: unknown, signal: AbortSignal): Promise<Response> {
    const isText = typeof body === 'string'
    return fetch(`${appUrl}${path}`, {
      method,
      signal,
      redirect: 'manual',
      headers: {
        cookie,
        origin: appUrl,
        'x-forwarded-for': address,
        ...(body === undefined ? {} : { 'content-type': isText ? 'text/xml' : 'application/json' }),
      },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    })
  }

  async function askFor(method: string, path: string, body?: unknown): Promise<Response | null> {
    lived.requests += 1
    try {
      const response = await send(method, path, body, AbortSignal.timeout(patienceMs))
      if (response.ok) return response
      fail(`${method} ${path}: ${response.status} ${(await response.text()).slice(0, 200)}`)
    } catch (error) {
      fail(`${method} ${path}: ${String(error)}`)
    }
    return null
  }

  async function enter(path: string, body: unknown): Promise<boolean> {
    cookie = ''
    const response = await askFor('POST', path, body)
    const cookies = response?.headers.getSetCookie() ?? []
    cookie = cookies.map((each) => each.split(';', 1)[0]).join('; ')
    await response?.arrayBuffer()
    return response !== null
  }

  return {
    password,
    signUp: () => enter('/api/auth/sign-up/email', { name: 'Reader', email, password }),
    signIn: async () => void (await enter('/api/auth/sign-in/email', { email, password })),
    signOut: async () =>
      void (await askFor('POST', '/api/auth/sign-out', {}))?.arrayBuffer().catch(() => fail('cut off')),
    ask: async (method, path, body) => {
      const response = await askFor(method, path, body)
      const text = (await response?.text()) ?? ''
      const isJson = response?.headers.get('content-type')?.includes('json') === true
      return isJson && text !== '' ? JSON.parse(text) : null
    },
    listen: async (forMs) => {
      const signal = AbortSignal.timeout(Math.ceil(forMs))
      try {
        const response = await send('GET', '/api/v1/events', undefined, signal)
        if (!response.ok) fail(`GET /api/v1/events: ${response.status}`)
        await response.arrayBuffer()
        fail('GET /api/v1/events: the stream ended')
      } catch (error) {
        if (signal.aborted) return true
        fail(`GET /api/v1/events: ${String(error)}`)
      }
      return false
    },
  }
}
