import { promises, type LookupAddress } from 'node:dns'

type NameServers = {
  /** 'address:port' each; without them those of the system (resolv.conf). */
  readonly servers?: readonly string[] | undefined
  /** The whole time for a name. */
  readonly waitMs: number
}

/** A question is sent three times in five seconds, as answers over UDP may be lost. */
const patience = { timeout: 1_000, tries: 3 }
/** So long one family waits for the other: some name servers never answer for IPv6 (RFC 8305, 3, waits 50 ms). */
const otherFamilyMs = 500

/**
 * Asks the name servers for the addresses of a name, all families together, in their order. One family without addresses, or
 * without an answer, is no matter while the other has some. c-ares asks over sockets and takes no thread, unlike `dns.lookup`,
 * of which libuv runs two at once: two silent name servers would hold up every name of the process.
 * A resolver for each name takes 30 µs: it knows the name servers of now, and to cancel it ends nothing else.
 * @throws Error of c-ares with its code, ETIMEOUT when the time is over
 */
export async function askNameServers(
  name: string,
  families: readonly (4 | 6)[],
  { servers, waitMs }: NameServers,
): Promise<LookupAddress[]> {
  const resolver = new promises.Resolver(patience)
  if (servers !== undefined) resolver.setServers(servers)
  let timer = setTimeout(() => resolver.cancel(), waitMs)
  const hurry = () => {
    clearTimeout(timer)
    timer = setTimeout(() => resolver.cancel(), otherFamilyMs)
  }
  try {
    return await askInTurn(resolver, () => askFamilies(resolver, name, families, hurry))
  } catch (error) {
    throw codeOf(error) === 'ECANCELLED' ? timedOut(name) : error
  } finally {
    clearTimeout(timer)
  }
}

/** Asks all servers; when one says that it could not find out, those after it, as the system does and c-ares in Node does not. */
async function askInTurn<T>(resolver: promises.Resolver, ask: () => Promise<T>): Promise<T> {
  for (let [, ...others] = resolver.getServers(); ; [, ...others] = others) {
    try {
      return await ask()
    } catch (error) {
      if (others.length === 0 || !['ESERVFAIL', 'EREFUSED', 'ENOTIMP'].includes(codeOf(error))) throw error
      resolver.setServers(others)
    }
  }
}

async function askFamilies(
  resolver: promises.Resolver,
  name: string,
  families: readonly (4 | 6)[],
  hurry: () => void,
): Promise<LookupAddress[]> {
  const answers = await Promise.allSettled(
    families.map(async (family) => {
      const found = await (family === 4 ? resolver.resolve4(name) : resolver.resolve6(name))
      if (found.length > 0) hurry()
      return found.map((address) => ({ address, family }))
    }),
  )
  const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (found.length > 0) return found
  const reasons = answers.flatMap((answer): unknown[] =>
    answer.status === 'rejected' ? [answer.reason] : [],
  )
  // That a name is not there is said only when no answer is missing.
  throw reasons.find((reason) => !isAbsent(reason)) ?? reasons[0] ?? absent(name)
}

/** Whether the error says that there is no such name, or none with such an address. */
export function isAbsent(error: unknown): boolean {
  return ['ENOTFOUND', 'ENODATA'].includes(codeOf(error))
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

function timedOut(name: string): Error {
  return Object.assign(new Error(`no name server told of ${name} in time`), { code: 'ETIMEOUT' })
}

function absent(name: string): Error {
  return Object.assign(new Error(`${name} has no address`), { code: 'ENODATA' })
}
