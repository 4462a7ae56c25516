import { request as httpRequest } from 'undici'
import { checkUrl } from './address-guard.ts'
import { failureOf, FetchFailedError } from './fetch-failure.ts'
import type { FetchFailure } from './fetch-types.ts'
import { guardedAgent } from './guarded-agent.ts'
import { readBody } from './read-body.ts'
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
  address: string,
  fields: Readonly<Record<string, string>>,
  options: FormOptions,
): Promise<FormAnswer | FetchFailure> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = options.signal === undefined ? timeout : AbortSignal.any([timeout, options.signal])
  let url = address
  try {
    for (let hops = 0; hops <= maxRedirects; hops++) {
      const refusal = checkUrl(url, options.allowedPrivateNetworks)
      if (refusal !== null) throw new FetchFailedError(refusal.kind, refusal.message)
      const response = await httpRequest(url, {
        method: 'POST',
        headers: {
          'user-agent': options.userAgent,
          'content-type': 'application/x-www-form-urlencoded',
          accept: '*/*',
        },
        body: new URLSearchParams(fields).toString(),
        signal,
        dispatcher: guardedAgent(options.allowedPrivateNetworks),
      })
      const { body } = await readBody(response.body, null, maxBytes)
      const target = [307, 308].includes(response.statusCode) ? headerOf(response.headers, 'location') : null
      const next = target === null ? null : URL.parse(target, url)
      if (next === null)
        return { kind: 'answered', httpStatus: response.statusCode, text: body.toString('utf8') }
      url = next.href
    }
    throw new FetchFailedError('too-many-redirects', `The hub redirects more than ${maxRedirects} times.`)
  } catch (error) {
    return failureOf(error, url, {
      isTimeout: timeout.aborted,
      isAborted: options.signal?.aborted === true,
    })
  }
}
