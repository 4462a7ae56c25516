import fc from 'fast-check'
import { z } from 'zod'
import { operations, sampleOf, type NamedOperation } from '#lib/api/operations/all.ts'
import type { Sample, SampleIds } from '#lib/api/operations/operation.ts'
import type { RouteContext } from '#lib/api/http/route.ts'
import type { Database } from '#lib/store/connection/database.ts'
import { createToken } from '#lib/auth/identity/tokens.ts'
import { addSubscriber, publicUrl } from '#tests/support/world/accounts.ts'
import { loadApiRoutes } from '#tests/support/api/api-routes.ts'
import { digestTables } from '#tests/support/data/database-digest.ts'
import type { SampleSite } from '#tests/support/world/sample-site.ts'
import { addSamples } from '#tests/support/world/sample-world.ts'
import { fuzzTarget, mustHold, type FuzzTarget } from '../target.ts'
import { changed, sampleChanges, valueOf } from './json-values.ts'

/** Streams never end, and exports and passes of the aggregator have tests of their own. */
const left = new Set(['GET /events', 'POST /admin/aggregator/run', 'POST /admin/lab'])
/** The tables that count or note each request, a refused one too: who asked when and how often, what was refused, which hosts were looked for. */
const counted = new Set(['rate_limit', 'api_token', 'request_share', 'audit_entry', 'heartbeat', 'host'])

/** A request is tried in 90 ms, most of them the digests of all tables; there are more kinds of them than of anything else. */
const share = 8

type World = { readonly database: Database; readonly site: SampleSite }
type Called = { readonly status: number; readonly type: string; readonly text: string }

/** Requests to every operation of /api/v1, as its schema has them and changed: an account of its own for each. */
export async function apiTargets({ database, site }: World): Promise<readonly FuzzTarget[]> {
  const routes = await loadApiRoutes()
  const asked = operations.filter(
    ({ method, path, access }) => access !== 'session' && !left.has(`${method} ${path}`),
  )
  let made = 0
  const owners = new Map<boolean, Promise<{ token: string; ids: SampleIds }>>()
  const ownerOf = async (isAdmin: boolean) => {
    made += 1
    // A world is used for some requests: to make one takes longer than to ask.
    if (made % 50 === 1) owners.clear()
    const owner = owners.get(isAdmin) ?? makeOwner(isAdmin, made)
    owners.set(isAdmin, owner)
    const { ids, token: first } = await owner
    return { ids, token: first }
  }
  const makeOwner = async (isAdmin: boolean, mark: number) => {
    const owner = await addSubscriber(database, {
      name: `fuzz-${mark}-${Date.now()}`,
      role: isAdmin ? 'admin' : 'subscriber',
    })
    const ids = await addSamples(database, owner, site)
    const { token } = await createToken(database, owner.id, 'fuzz', ['read', 'write', 'admin'])
    return { token, ids }
  }
  const ask = async (operation: NamedOperation, change: (sample: Sample) => Sample): Promise<void> => {
    const { token, ids } = await ownerOf(operation.isAdmin === true)
    await database.rateLimit.deleteMany()
    const sample = change(sampleOf(operation, ids))
    const before = await digestTables(database)
    const called = await call(routes.get(`${operation.method} ${operation.path}`), operation, sample, token)
    mustAnswerWell(operation, called)
    if (called.status < 400 || called.status === 429) return
    const after = await digestTables(database)
    const other = Object.keys(after).filter((table) => after[table] !== before[table] && !counted.has(table))
    mustHold(other.length === 0, `${called.status} ${called.text}, but changed ${other.join(', ')}`)
  }
  const operation = fc.constantFrom(...asked.map((_, at) => at))
  const valid = operation.chain((at) => fc.tuple(fc.constant(at), requestOf(asked[at])))
  const named = (at: number) => {
    const one = asked[at]
    if (one === undefined) throw new RangeError(`no operation ${at}`)
    return one
  }
  return [
    fuzzTarget(
      'api: a changed request is never 5xx, and changes nothing where it is refused',
      12,
      fc.tuple(operation, sampleChanges),
      ([at, changes]) => withName(named(at), () => ask(named(at), (sample) => changed(sample, changes))),
      share,
    ),
    fuzzTarget(
      'api: a request of the schema is answered as described',
      30,
      valid,
      ([at, request]) => withName(named(at), () => ask(named(at), (sample) => ({ ...sample, ...request }))),
      share,
    ),
  ]
}

async function withName({ method, path }: NamedOperation, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw new Error(`${method} ${path}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

function requestOf(operation: NamedOperation | undefined): fc.Arbitrary<Sample> {
  const { body, query } = operation ?? {}
  const parts: Record<string, fc.Arbitrary<unknown>> = {}
  if (body instanceof z.ZodType) parts['body'] = valueOf(body)
  if (query instanceof z.ZodType)
    parts['query'] = valueOf(query).map((all) =>
      Object.fromEntries(
        Object.entries(all ?? {}).map(([name, value]) => [
          name,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      ),
    )
  return fc.record(parts, { requiredKeys: [] }) as fc.Arbitrary<Sample>
}

type Handler = (request: Request, context: RouteContext) => Promise<Response>

async function call(
  handler: Handler | undefined,
  operation: NamedOperation,
  sample: Sample,
  token: string,
): Promise<Called> {
  const { params = {}, query = {}, body } = sample
  if (handler === undefined) throw new Error(`There is no ${operation.method} ${operation.path}.`)
  const address = new URL(`${publicUrl}/api/v1${operation.path}`)
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value)
  const isSent = body !== undefined && operation.method !== 'GET'
  const request = new Request(address, {
    method: operation.method,
    headers: { authorization: `Bearer ${token}` },
    ...(isSent ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
  })
  const answered = await handler(request, { params: Promise.resolve(params) })
  const type = answered.headers.get('content-type') ?? ''
  return { status: answered.status, type, text: await answered.text() }
}

function mustAnswerWell({ answer }: NamedOperation, { status, type, text }: Called): void {
  // 502 and 503 tell of publishers and of what is not set up.
  mustHold(status < 500 || status === 502 || status === 503, `${status} ${text.slice(0, 500)}`)
  if (status >= 400) {
    // Pictures are refused without a word.
    if (!(answer instanceof z.ZodType) && text === '') return
    mustHold(type.includes('json') && /"code":"[a-z_]+"/.test(text), `${status} ${text.slice(0, 500)}`)
    return
  }
  if (!(answer instanceof z.ZodType) || status === 204 || !type.includes('json')) return
  const told = JSON.parse(text) as unknown
  const { error } = answer.safeParse(told)
  mustHold(error === undefined, `${JSON.stringify(error?.issues)} in ${text.slice(0, 1_000)}`)
}
