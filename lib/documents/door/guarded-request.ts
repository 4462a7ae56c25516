import { checkedUrl } from './address-guard.ts'
import { askLeniently, isRefusedHead } from './ask-leniently.ts'
import { askServer, type Asked, type ServerAnswer } from './ask-server.ts'
import { guardedConnections } from './connections.ts'
import type { Deadline } from './deadline.ts'
import { FetchFailedError } from './fetch-failure.ts'
import type { GuardOptions } from './fetch-types.ts'

/**
 * THE door to the web: one request, no redirect followed. Everything that this server asks of others goes through it (the
 * linter refuses every other way out), so that what holds here holds everywhere: the address is checked before any name is
 * resolved, and the connection goes to the very address that was checked.
 * @throws FetchFailedError for an address that may not be asked, or an answer that is too large
 * @throws Error of undici, Node or the guard where the connection fails or the deadline ends
 */
export async function guardedRequest(
  address: string,
  asked: Omit<Asked, 'url'>,
  { allowedPrivateNetworks, resolve }: GuardOptions,
  deadline: Deadline,
): Promise<ServerAnswer> {
  const url = checkedUrl(address, allowedPrivateNetworks)
  if (!(url instanceof URL)) throw new FetchFailedError(url.kind, url.message)
  const connections = guardedConnections(allowedPrivateNetworks, resolve)
  try {
    return await askServer(connections, { ...asked, url }, deadline)
  } catch (error) {
    if (asked.method !== 'GET' || !(error instanceof Error) || !isRefusedHead(error)) throw error
    const answer = await askLeniently(await connections.open(url), { ...asked, url }, deadline)
    if (answer === null) throw error
    return answer.cutBy === undefined ? answer : { ...answer, cutBy: error }
  }
}
