import type { IntegrationRequest } from '#lib/api/integrations/integration-fields.ts'
import type { ServiceRequest } from '#lib/documents/fetch/ask-service.ts'

/** A request to a service, and where. */
export type ServiceCall = ServiceRequest & { readonly url: string }

/** The services that are at one address for everybody. */
export type ServiceBases = { readonly readwise: string; readonly instapaper: string }
export const serviceBases: ServiceBases = {
  readwise: 'https://readwise.io',
  instapaper: 'https://www.instapaper.com',
}

/** The address and title by which a posting is saved. */
export type SavedPosting = { readonly url: string; readonly title: string }

/**
 * The request that saves a posting there. None of the services takes a key by which it knew a request that comes twice, as
 * when this process dies between the answer and its note; they know by the address what they have, and keep it once:
 * - Readwise Reader answers 200 "if document already exists" (readwise.io/reader_api);
 * - Instapaper: "If a URL is added that already exists, it will be marked unread and sent to the top of the list. A
 *   duplicate will not be created." (instapaper.com/api/simple);
 * - wallabag looks the address up first (EntryRestController, findByUrlAndUserId) and changes that entry;
 * - linkding: "If the provided URL is already bookmarked, this silently updates the existing bookmark" (linkding.link/api);
 * - Karakeep: "If the URL already exists … the existing bookmark is returned with a 200 status." (its OpenAPI document).
 * @param token of wallabag: what `tokenCall` brought
 */
export function saveCall(
  account: IntegrationRequest,
  { url, title }: SavedPosting,
  token: string,
  bases: ServiceBases,
): ServiceCall {
  const titled: Record<string, string> = title === '' ? { url } : { url, title }
  switch (account.kind) {
    case 'readwise':
      return json(`${bases.readwise}/api/v3/save/`, signed(account), { ...titled, saved_using: 'Skylark' })
    case 'instapaper':
      return form(`${bases.instapaper}/api/add`, signed(account), titled)
    case 'wallabag':
      return form(below(account.url, 'api/entries.json'), { authorization: `Bearer ${token}` }, titled)
    case 'linkding':
      return json(below(account.url, 'api/bookmarks/'), signed(account), titled)
    case 'karakeep':
      return json(below(account.url, 'api/v1/bookmarks'), signed(account), { type: 'link', ...titled })
    default:
      return account satisfies never
  }
}

/** wallabag gives a token for an hour; two requests for each posting are simpler than keeping it. */
export function tokenCall(account: Extract<IntegrationRequest, { kind: 'wallabag' }>): ServiceCall {
  const { url, clientId, clientSecret, username, password } = account
  const asked = { client_id: clientId, client_secret: clientSecret, username, password }
  return form(below(url, 'oauth/v2/token'), {}, { grant_type: 'password', ...asked })
}

type Tested = Exclude<IntegrationRequest, { kind: 'wallabag' }>

/** A request that succeeds for whoever may sign in, and saves nothing; of wallabag it is `tokenCall`. */
export function testCall(account: Tested, bases: ServiceBases): ServiceCall {
  const headers = { accept: 'application/json', ...signed(account) }
  switch (account.kind) {
    case 'readwise':
      return { method: 'GET', url: `${bases.readwise}/api/v2/auth/`, headers }
    case 'instapaper':
      return form(`${bases.instapaper}/api/authenticate`, signed(account), {})
    case 'linkding':
      return { method: 'GET', url: below(account.url, 'api/user/profile/'), headers }
    case 'karakeep':
      return { method: 'GET', url: below(account.url, 'api/v1/users/me'), headers }
    default:
      return account satisfies never
  }
}

/** By what a service knows whose it is. */
function signed(account: Tested): Record<string, string> {
  switch (account.kind) {
    case 'readwise':
    case 'linkding':
      return { authorization: `Token ${account.token}` }
    case 'karakeep':
      return { authorization: `Bearer ${account.token}` }
    case 'instapaper': {
      const { username, password } = account
      return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }
    }
    default:
      return account satisfies never
  }
}

/** The secrets that have to be kept out of whatever is stored or told. */
export function secretsOf(account: IntegrationRequest): string[] {
  const { authorization = '' } = account.kind === 'wallabag' ? {} : signed(account)
  const sent = authorization.slice(authorization.indexOf(' ') + 1)
  const own = ['token', 'password', 'clientSecret'] as const
  const values = Object.entries(account).flatMap(([name, value]) =>
    own.some((each) => each === name) ? [value] : [],
  )
  return [sent, ...values].filter((value) => value !== '')
}

/** An instance may be below a path. */
function below(base: string, path: string): string {
  return `${base.replace(/(?<!\/)\/+$/, '')}/${path}`
}

function json(url: string, headers: Record<string, string>, body: object): ServiceCall {
  const named = { accept: 'application/json', 'content-type': 'application/json', ...headers }
  return { method: 'POST', url, headers: named, body: JSON.stringify(body) }
}

function form(url: string, headers: Record<string, string>, fields: Record<string, string>): ServiceCall {
  const named = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
    ...headers,
  }
  return { method: 'POST', url, headers: named, body: new URLSearchParams(fields).toString() }
}
