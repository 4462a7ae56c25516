import { Agent } from 'undici'
import { guardedLookup, type Resolve } from './address-guard.ts'

/** Connections are kept per set of allowed networks, so that none made under other rules is ever used again. */
const agents = new Map<string, Agent>()

/**
 * The connections that documents are fetched over: to addresses that may be asked and no others, HTTP/2 where the server
 * offers it (ALPN). With `resolve` names are resolved by it, and the connections are kept for it alone.
 */
export function guardedAgent(allowedPrivateNetworks: readonly string[], resolve?: Resolve): Agent {
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
