import { afterEach, beforeEach } from 'vitest'
import { copiedPaths } from '#lib/offline/keep.ts'
import { createFeedServer, type FeedServer, type Route } from './feed-server.ts'
import { clearCaches } from '#tests/support/browser/offline-worker.ts'

/** A server of ours as far as a service worker needs one. */
export type OfflineWorld = {
  server: FeedServer
  signedIn: string | null
  isDown: boolean
  /** The changes of postings, in order. */
  changes: string[]
  /** Runs while the server answers a path. */
  meanwhile: Map<string, () => unknown>
  /** A route that answers whoever is signed in. */
  readonly json: (read: () => unknown) => Route
  /** An unread posting of whoever is signed in. */
  readonly posting: (id: string) => Readonly<Record<string, unknown>> & { readonly id: string }
}

export const shownAt = '2026-01-01T00:00:00.000Z'

/** Starts a server for each test of a file, signed in as anna, with two postings, and forgets what workers kept. */
export function withOfflineServer(): OfflineWorld {
  // The server is there before each test.
  const world = { ...newWorld(), json, posting } as unknown as OfflineWorld
  function json(read: () => unknown): Route {
    return (request, response) => {
      const path = (request.url ?? '').split('?')[0] ?? ''
      void Promise.resolve(world.meanwhile.get(path)?.()).then(() => {
        world.meanwhile.delete(path)
        if (world.isDown) return response.writeHead(503).end()
        if (world.signedIn === null) return response.writeHead(401).end('{}')
        return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(read()))
      })
    }
  }
  function posting(id: string) {
    return {
      id,
      sourceId: 1,
      title: `of ${world.signedIn}`,
      labelIds: [],
      shownAt,
      ...alone,
      ...newState,
    }
  }
  beforeEach(async () => {
    Object.assign(world, newWorld(), { server: await createFeedServer() })
    routeAll(world)
  })
  afterEach(async () => {
    await world.server.close()
    await clearCaches()
  })
  return world
}

const newState = { isRead: false, isStarred: false, isLater: false }
const alone = { clusterId: null, alsoIn: [] }

const noCounts = { all: 0, starred: 0, later: 0, bySource: {}, byFolder: {}, byLabel: {} }

function newWorld() {
  return { signedIn: 'anna', isDown: false, changes: [], meanwhile: new Map() }
}

function routeAll(world: OfflineWorld): void {
  const { server, json, posting, changes } = world
  const answer = (path: string, read: () => unknown) => server.route(path, json(read))
  for (const path of copiedPaths) answer(path, () => ({ of: world.signedIn }))
  answer('/api/v1/counts', () => noCounts)
  answer('/api/v1/me', () => ({ id: world.signedIn }))
  answer('/api/v1/offline', () => ({
    userId: world.signedIn,
    asOfId: '2',
    readAt: shownAt,
    postings: [posting('2'), posting('1')],
    texts: [{ ...posting('2'), html: '' }],
    places: {},
    outdated: [],
    hasMore: false,
  }))
  server.route('/', (_request, response) => void response.writeHead(200).end('<html></html>'))
  answer('/api/v1/postings', () => ({ postings: [] }))
  answer('/api/auth/sign-in/email', () => ({}))
  for (const id of ['1', '2']) answer(`/api/v1/postings/${id}`, () => changes.push(`${world.signedIn} ${id}`))
}

/** The message of a page to have two postings kept. */
export const keep = { type: 'keep', count: 2 }
export const star = { method: 'PATCH', body: { isStarred: true } }

export function titles(body: unknown): string[] {
  return (body as { postings: { title: string }[] }).postings.map((each) => each.title)
}
