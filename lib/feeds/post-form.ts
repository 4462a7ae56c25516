import { checkedUrl } from './address-guard.ts'
import { askServer, type Asked } from './ask-server.ts'
import { guardedConnections } from './connections.ts'
import { startDeadline } from './deadline.ts'
import { failureOf, FetchFailedError } from './fetch-failure.ts'
import type { FetchFailure } from './fetch-types.ts'
import { headerOf } from './response-headers.ts'

export type FormOptions = {
  readonly userAgent: string
  readonly allowedPrivateNetworks: readonly string[]
  /** Its abort gives the request up. */
  readonly signal?: AbortSignal
}

export type FormAnswer = { readonly kind: 'answered'; readonly httpStatus: number; readonly text: string }

const timeoutMs = 15_000
/** Hubs explain themselves in a line. */
const maxBytes = 65_536
const maxRedirects = 3

/**
 * Posts a form to a hub under the same guard as every fetch: each address on the way is checked, and names are resolved
 * to public addresses only. Follows 307 and 308 (WebSub, 5.2). What the world does wrong comes back as a value.
 */
export async function postForm(
  hub: string,
  fields: Readonly<Record<string, string>>,
  options: FormOptions,
): Promise<FormAnswer | FetchFailure> {
  const deadline = startDeadline(timeoutMs, options.signal)
  const connections = guardedConnections(options.allowedPrivateNetworks)
  let address = hub
  try {
    for (let hops = 0; hops <= maxRedirects; hops++) {
      const url = checkedUrl(address, options.allowedPrivateNetworks)
      if (!(url instanceof URL)) throw new FetchFailedError(url.kind, url.message)
      const answer = await askServer(connections, formPost(url, fields, options.userAgent), deadline)
      const { statusCode: httpStatus, headers } = answer
      const target = [307, 308].includes(httpStatus) ? headerOf(headers, 'location') : null
      const next = target === null ? null : URL.parse(target, address)
      if (next === null) return { kind: 'answered', httpStatus, text: answer.body.toString('utf8') }
      address = next.href
    }
    throw new FetchFailedError('too-many-redirects', `The hub redirects more than ${maxRedirects} times.`)
  } catch (error) {
    return failureOf(error, address, {
      isTimeout: deadline.endedBy() === 'timeout',
      isAborted: options.signal?.aborted === true,
    })
  } finally {
    deadline.release()
  }
}

function formPost(url: URL, fields: Readonly<Record<string, string>>, userAgent: string): Asked {
  return {
    method: 'POST',
    url,
    headers: {
      'user-agent': userAgent,
      'content-type': 'application/x-www-form-urlencoded',
      accept: '*/*',
    },
    body: new URLSearchParams(fields).toString(),
    maxBytes,
    isWanted: () => true,
  }
}
