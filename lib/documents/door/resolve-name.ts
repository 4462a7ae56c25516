import { lookup, type LookupAddress, type LookupOptions } from 'node:dns'
import { networkInterfaces } from 'node:os'
import { askNameServers, codeOf, isAbsent } from './ask-name-servers.ts'
import { createGate } from './gate.ts'
import { hostsFile } from './hosts-file.ts'

/** Resolves a name to all its addresses, as `dns.lookup` does. */
export type Resolve = (
  hostname: string,
  options: LookupOptions & { readonly all: true },
  callback: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

export type ResolverOptions = {
  /** Name servers in place of the system's, 'address:port' each. */
  readonly servers?: readonly string[]
  readonly hostsFile?: string
  /** The whole time for a name. Less than a connection may take to be made. */
  readonly waitMs?: number
  /** Asks the system for names that the name servers do not have. */
  readonly lookUp?: Resolve
  /** The addresses of this machine. */
  readonly interfaces?: typeof networkInterfaces
}

/** Questions to the system: libuv runs two at once, and the other is left to the database. */
const atOnce = 1
const mostWaiting = 1_000
/** Not there is what most names are that come so far: behind slow ones they are not to hold up polls. */
const mostInQueueMs = 2_000

/**
 * Makes what resolves names, in the order of the system (hosts file, then name servers) but without its threads: strangers
 * choose the names, and whose name server is silent must not hold up the names of others.
 *
 *   localhost → hosts file → name servers (ask-name-servers.ts) → not there? → the system: search domains, mDNS
 *
 * The last step takes a thread until it ends, so one runs at a time. Names come as URLs have them, in ASCII.
 */
export function nameResolver({
  servers,
  hostsFile: file = '/etc/hosts',
  waitMs = 5_000,
  lookUp = lookup,
  interfaces = networkInterfaces,
}: ResolverOptions = {}): Resolve {
  const inHosts = hostsFile(file)
  const askSystem = systemAsker(lookUp)

  async function find(hostname: string, options: LookupOptions): Promise<LookupAddress[]> {
    const families = familiesFor(options, interfaces)
    const name = hostname.toLowerCase().replace(/\.$/, '')
    const local = isLocalhost(name) ? loopback : inHosts(name)
    const known = local.filter(({ family }) => families.asked.includes(family))
    if (known.length > 0) return known
    const until = performance.now() + waitMs
    try {
      const found = await askNameServers(hostname, families.asked, { servers, waitMs })
      const ofFour = found.filter(({ family }) => family === 4)
      return families.isSixLast && ofFour.length > 0 ? ofFour : found
    } catch (error) {
      if (!isForSystem(error)) throw error
      return askSystem(hostname, options, until - performance.now())
    }
  }

  return (hostname, options, callback) => {
    void find(hostname, options).then(
      (found) => callback(null, found),
      (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), []),
    )
  }
}

/** Resolves names for all that this process asks of strangers. */
export const resolveName: Resolve = nameResolver()

/** `localhost` and what is below it is this machine, whatever anybody says (RFC 6761, 6.3). */
function isLocalhost(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost')
}
const loopback = [
  { address: '::1', family: 6 },
  { address: '127.0.0.1', family: 4 },
] as const

/** Servers that do not have the name, or do not answer for such names, or none at all. A silent one would be silent again. */
function isForSystem(error: unknown): boolean {
  return isAbsent(error) || ['ECONNREFUSED', 'EREFUSED', 'ENOTIMP'].includes(codeOf(error))
}

/**
 * The families that are asked for: those that this machine has an address of (as AI_ADDRCONFIG). IPv6 comes first, since Node
 * gives every address but the last 250 ms only. `isSixLast`: no IPv6 address of the machine is public, so that it is used for
 * names without IPv4 alone (RFC 6724, 5, rule 5).
 */
function familiesFor(
  { family }: LookupOptions,
  interfaces: typeof networkInterfaces,
): { readonly asked: (4 | 6)[]; readonly isSixLast: boolean } {
  if (family === 4 || family === 'IPv4') return { asked: [4], isSixLast: false }
  if (family === 6 || family === 'IPv6') return { asked: [6], isSixLast: false }
  const own = Object.values(interfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !/^fe[89ab]/i.test(address))
  const asked = ([6, 4] as const).filter((each) => own.some((one) => one.family === `IPv${each}`))
  const isSixPublic = own.some(({ address }) => /^[23][0-9a-f]{3}:/i.test(address))
  return { asked: asked.length === 0 ? [6, 4] : asked, isSixLast: !isSixPublic }
}

/** Asks the system, one question at a time, for as long as somebody waits. */
function systemAsker(lookUp: Resolve) {
  const gate = createGate(atOnce, mostWaiting)
  return async (hostname: string, options: LookupOptions, waitMs: number): Promise<LookupAddress[]> => {
    const until = performance.now() + waitMs
    const tooLate = Promise.withResolvers<null>()
    let isOver = false
    const startTimer = (ms: number) =>
      setTimeout(() => {
        isOver = true
        tooLate.resolve(null)
      }, ms)
    let timer = startTimer(Math.min(waitMs, mostInQueueMs))
    const asked = gate.pass(async () => {
      if (isOver) return null
      clearTimeout(timer)
      timer = startTimer(until - performance.now())
      return lookUpAll(lookUp, hostname, options)
    })
    try {
      const found = await Promise.race([asked, tooLate.promise])
      if (found === null)
        throw Object.assign(new Error(`no time to ask the system for ${hostname}`), { code: 'EAI_AGAIN' })
      return found
    } finally {
      clearTimeout(timer)
    }
  }
}

function lookUpAll(lookUp: Resolve, hostname: string, options: LookupOptions): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    lookUp(hostname, { ...options, all: true }, (error, found) =>
      error === null ? resolve(found) : reject(error),
    )
  })
}
