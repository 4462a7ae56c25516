import { createContext, runInContext } from 'node:vm'
import { caches, fetch, Request, Response, setGlobalOrigin } from 'undici'
import { GET as readScript } from '#app/sw.js/route.ts'

/** The messages of a worker to the pages. */
type Told = { readonly type: string; readonly isOffline: boolean; readonly count: number }

export type OfflineWorker = {
  /** The messages to the pages so far, in order. */
  readonly told: readonly Told[]
  /** The answer that a page gets, when all that the worker does besides is done, too. */
  readonly ask: (path: string, init?: Asked) => Promise<{ readonly status: number; readonly body: unknown }>
  /** A page says something; done when the worker has done all of it. */
  readonly say: (message: Readonly<Record<string, unknown>>) => Promise<void>
}

type Asked = { readonly method?: string; readonly body?: unknown; readonly isPage?: boolean }
type Listener = (event: object) => void

/**
 * Starts the service worker as it is served, with real requests to `origin` and caches that outlive it, as a browser
 * starts one anew whenever it was idle.
 */
export async function startOfflineWorker(origin: string): Promise<OfflineWorker> {
  setGlobalOrigin(origin)
  const listeners = new Map<string, Listener>()
  const told: Told[] = []
  const page = { postMessage: (message: Told) => void told.push(message) }
  const self = {
    location: { origin },
    addEventListener: (type: string, listener: Listener) => void listeners.set(type, listener),
    clients: { claim: () => Promise.resolve(), matchAll: () => Promise.resolve([page]) },
  }
  const script = await readScript().text()
  runInContext(script, createContext({ self, caches, fetch, Request, Response, URL, Date }))

  /** Gives the worker an event. @returns what it answers with, if it does */
  async function dispatch(type: string, event: object): Promise<Response | undefined> {
    const waiting: Promise<unknown>[] = []
    let answer: Promise<Response> | undefined
    listeners.get(type)?.({
      ...event,
      waitUntil: (work: Promise<unknown>) => void waiting.push(work),
      respondWith: (given: Promise<Response>) => (answer = given),
    })
    const given = await answer
    await Promise.all(waiting)
    return given
  }
  return {
    told,
    say: async (message) => void (await dispatch('message', { data: message })),
    async ask(path, { method = 'GET', body, isPage = false } = {}) {
      const request = new Request(`${origin}${path}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      if (isPage) Object.defineProperty(request, 'mode', { value: 'navigate' })
      const answer =
        (await dispatch('fetch', { request, preloadResponse: Promise.resolve(undefined) })) ??
        (await fetch(request))
      const text = await answer.text()
      return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text }
    },
  }
}

/** Forgets what workers kept. */
export async function clearCaches(): Promise<void> {
  for (const name of await caches.keys()) await caches.delete(name)
}
