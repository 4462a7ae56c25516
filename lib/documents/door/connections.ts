import type { Socket } from 'node:net'
import { buildConnector, Client } from 'undici'
import { guardedLookup } from './address-guard.ts'
import type { Resolve } from './resolve-name.ts'

/**
 * Connections to servers, each lent to one request at a time. A pool of undici per origin, kept for a second by thousands
 * of them, took 110 µs a request and 400 MB more than this.
 */
export type Connections = {
  /** A connection that nobody else uses: one that was given back, where there is one. `origin` as in `URL.origin`. */
  readonly take: (origin: string) => Client
  /** A connection by which bytes pass as they are. */
  readonly open: (url: URL) => Promise<Socket>
  /** Gives a connection back whose answer was read to its end. */
  readonly giveBack: (origin: string, client: Client) => void
}

/** Connections are kept per set of allowed networks, so that none made under other rules is ever used again. */
const known = new Map<string, Connections>()

/**
 * The connections that documents are fetched over: to addresses that may be asked and no others, HTTP/2 where the server
 * offers it (ALPN). With `resolve` names are resolved by it, and the connections are kept for it alone.
 */
export function guardedConnections(
  allowedPrivateNetworks: readonly string[],
  resolve?: Resolve,
): Connections {
  if (resolve !== undefined) return openConnections(allowedPrivateNetworks, resolve)
  const key = allowedPrivateNetworks.join(',')
  const connections = known.get(key) ?? openConnections(allowedPrivateNetworks)
  known.set(key, connections)
  return connections
}

/** A little longer than the usual pause between two requests to one host. */
const keptMs = 1_200
/** So many are kept, one per origin: in a burst over thousands of hosts those that come back soon gain by it, the others are memory. */
const mostKept = 128

/** Why a connection ends that nobody needs. One for all: an error with its stack takes longer than the end itself. */
const unneeded = new Error('the connection is not needed any more')

/** Ends a connection, whatever it is doing. */
export function endConnection(client: Client, reason: Error = unneeded): void {
  client.destroy(reason, () => undefined)
}

function openConnections(allowedPrivateNetworks: readonly string[], resolve?: Resolve): Connections {
  const guarded = {
    lookup: guardedLookup(allowedPrivateNetworks, resolve),
    timeout: 10_000,
    maxCachedSessions: 0, // they would be kept for one server in thousands
  }
  const connect = buildConnector({ ...guarded, allowH2: true })
  const connectPlainly = buildConnector({ ...guarded, allowH2: false })
  // The time of the whole fetch is limited; its parts need no timers.
  const options = { connect, allowH2: true, maxHeaderSize: 32_768, headersTimeout: 0, bodyTimeout: 0 }
  /** Not in use, the longest given back first. */
  const kept = new Map<string, { readonly client: Client; readonly until: number }>()
  let sweep: NodeJS.Timeout | null = null

  function end(origin: string, client: Client): void {
    kept.delete(origin)
    endConnection(client)
  }

  function endOverdue(): void {
    sweep = null
    for (const [origin, { client, until }] of kept) {
      if (until > performance.now()) return sweepLater()
      end(origin, client)
    }
  }

  function sweepLater(): void {
    sweep ??= setTimeout(endOverdue, keptMs).unref()
  }

  return {
    take: (origin) => {
      const found = kept.get(origin)
      kept.delete(origin)
      return found?.client ?? new Client(origin, options)
    },
    open: ({ hostname, host, protocol, port }) =>
      new Promise((resolve, reject) => {
        // Of IPv6 without its brackets.
        connectPlainly(
          { hostname: hostname.replace(/^\[|\]$/g, ''), host, protocol, port },
          (error, socket) => {
            if (socket === null) reject(error)
            else resolve(socket)
          },
        )
      }),
    giveBack: (origin, client) => {
      const other = kept.get(origin)
      if (other !== undefined) end(origin, other.client)
      kept.set(origin, { client, until: performance.now() + keptMs })
      const [oldest] = kept
      if (kept.size > mostKept && oldest !== undefined) end(oldest[0], oldest[1].client)
      sweepLater()
    },
  }
}
