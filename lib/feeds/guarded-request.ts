import { Agent, request as httpRequest, type Dispatcher } from 'undici'
import { checkUrl, guardedLookup, type Resolve } from './address-guard.ts'
import { FetchFailedError } from './fetch-failure.ts'

export type GuardedResponse = Dispatcher.ResponseData

export type GuardOptions = {
  /** Networks like "127.0.0.0/8" that may be asked although they are not public. */
  readonly allowedPrivateNetworks: readonly string[]
  /** Resolves names in place of the system. */
  readonly resolve?: Resolve
}

/**
 * THE door to the web: one request, no redirect followed. Everything that this server asks of others goes through it (the
 * linter refuses every other way out), so that what holds here holds everywhere: the address is checked before any name is
 * resolved, and the connection goes to the very address that was checked.
 * @throws FetchFailedError for an address that may not be asked; whatever undici throws for a request that fails
 */
export async function guardedRequest(
  url: string,
  request: {
    readonly method: 'GET' | 'POST'
    readonly headers: Record<string, string>
    readonly signal: AbortSignal
    readonly body?: string
  },
  { allowedPrivateNetworks, resolve }: GuardOptions,
): Promise<GuardedResponse> {
  const refusal = checkUrl(url, allowedPrivateNetworks)
  if (refusal !== null) throw new FetchFailedError(refusal.kind, refusal.message)
  return httpRequest(url, { ...request, dispatcher: guardedAgent(allowedPrivateNetworks, resolve) })
}

/** Connections are kept per set of allowed networks, so that none made under other rules is ever used again. */
const agents = new Map<string, Agent>()

/**
 * The connections that documents are fetched over: to addresses that may be asked and no others, HTTP/2 where the server
 * offers it (ALPN). With `resolve` names are resolved by it, and the connections are kept for it alone.
 */
function guardedAgent(allowedPrivateNetworks: readonly string[], resolve?: Resolve): Agent {
  if (resolve !== undefined) return makeAgent(allowedPrivateNetworks, resolve)
  const key = allowedPrivateNetworks.join(',')
  const known = agents.get(key)
  if (known !== undefined) return known
  const agent = makeAgent(allowedPrivateNetworks)
  agents.set(key, agent)
  return agent
}

/** A little longer than the usual pause between two requests to one host. Thousands of hosts are asked in a second: idle connections are memory. */
const keptMs = 1_200

function makeAgent(allowedPrivateNetworks: readonly string[], resolve?: Resolve): Agent {
  return new Agent({
    connect: { lookup: guardedLookup(allowedPrivateNetworks, resolve), timeout: 10_000 },
    allowH2: true,
    connections: 4,
    maxHeaderSize: 32_768,
    keepAliveTimeout: keptMs,
  })
}
