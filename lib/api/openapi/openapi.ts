import { z } from 'zod'
import { errorStatus, type ErrorCode } from '#lib/api/http/errors.ts'
import { operations, sampleOf, type NamedOperation } from '#lib/api/operations/all.ts'
import { errorSchema, keyParameter, limitHeaders, securitySchemes } from './openapi-parts.ts'
import type { OtherContent, Sample, SampleIds } from '#lib/api/operations/operation.ts'

type Json = { readonly [name: string]: unknown }

/** The ids that the examples of the description name. */
export const exampleIds: SampleIds = {
  subscription: 12,
  source: 34,
  folder: 5,
  intoFolder: 6,
  label: 7,
  intoLabel: 8,
  view: 9,
  rule: 10,
  run: '11',
  alert: 13,
  channel: 14,
  hit: '15',
  outputFeed: 16,
  digest: 17,
  integration: 23,
  digestToken: '17.…',
  posting: '4711',
  highlight: 1,
  savedPage: '4712',
  enclosureUrl: 'https://example.org/sound.mp3',
  undoToken: '…',
  position: '815.0.900:900:',
  site: 'https://example.org',
  image: { url: 'https://example.org/a.png', signature: '…' },
  password: '…',
  token: 18,
  session: '…',
  passkey: 19,
  emailToken: '…',
  resetToken: '…',
  user: '…',
  invitation: 20,
  change: '21',
  labRun: 22,
}

const description = `Everything that the web application does, for programs. Send a token (Settings, Connections) as "Authorization:
Bearer TOKEN". Its scopes say what it may do: read, write, admin. An error has a code, which is the contract, and a text for people. The
headers RateLimit-Policy and RateLimit say how many requests are left in this minute, for the token and for all programs of its account
(draft-ietf-httpapi-ratelimit-headers). Above that, the answer is 429 with Retry-After. Instants are ISO 8601 in UTC, lengths of time are in
milliseconds. Long lists come page by page: cursor is the nextCursor of the page before. In names, a posting is an article, a source is a
feed and a poll is a check.`

/** The description of /api/v1 as an OpenAPI 3.1 document, made of the registry and its zod schemas. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const operation of operations)
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describe(operation),
    }
  return withSchemas({
    openapi: '3.1.1',
    info: { title: 'Skylark', version, description: description.replaceAll('\n', ' ') },
    servers: [{ url: '/api/v1' }],
    tags: [...new Set(operations.map(({ area }) => area))].map((name) => ({ name })),
    paths,
    components: { headers: limitHeaders, securitySchemes },
  })
}

/** Named schemas stand once, among the components, whoever refers to them. */
function withSchemas(document: Json & { readonly components: Json }): Json {
  const schemas: Record<string, unknown> = { Error: errorSchema }
  const told = JSON.parse(JSON.stringify(document), (key, value: unknown) => {
    if (key === '$defs') return void Object.assign(schemas, value)
    return key === '$ref' && typeof value === 'string'
      ? value.replace('#/$defs/', '#/components/schemas/')
      : value
  }) as Json
  const sorted = Object.entries(schemas).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return { ...told, components: { ...document.components, schemas: Object.fromEntries(sorted) } }
}

function describe(operation: NamedOperation): Json {
  const sample = sampleOf(operation, exampleIds)
  const { access, scope, body } = operation
  const open = { anyone: [], session: [{ session: [] }] }
  return {
    tags: [operation.area],
    operationId: operationId(operation),
    summary: operation.summary,
    security: access === 'token' ? [{ token: [scope] }, { session: [] }] : open[access],
    parameters: [...parametersOf(operation), ...(operation.isOnce ? [keyParameter] : [])],
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: contentOf(body, 'input', sample.body) } }),
    responses: { ...successOf(operation), ...failuresOf(operation) },
  }
}

/** "GET /postings/{id}/chapters": getPostingsIdChapters */
function operationId({ method, path }: NamedOperation): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  return method.toLowerCase() + words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('')
}

type Parameter = {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly schema: unknown
  readonly example?: string
}

/** The path and the query of an operation. */
export function parametersOf(operation: NamedOperation): Parameter[] {
  const sample = sampleOf(operation, exampleIds)
  return [...pathParameters(operation, sample), ...queryParameters(operation, sample)]
}

function pathParameters({ path }: NamedOperation, { params = {} }: Sample): Parameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path' as const,
    required: true,
    schema: { type: 'string' },
    ...exampleOf(params[name]),
  }))
}

function queryParameters({ query }: NamedOperation, { query: example = {} }: Sample): Parameter[] {
  if (query === undefined) return []
  return membersOf(jsonSchema(query, 'input')).map(({ name, schema, isRequired }) => ({
    name,
    in: 'query' as const,
    required: isRequired,
    schema,
    ...exampleOf(example[name]),
  }))
}

function exampleOf(example: string | undefined): { example?: string } {
  return example === undefined ? {} : { example }
}

type Member = { readonly name: string; readonly schema: unknown; readonly isRequired: boolean }

/** Of an object, or of several that hold together. */
function membersOf(schema: Json): Member[] {
  const parts = (schema['allOf'] ?? []) as Json[]
  const required = (schema['required'] ?? []) as string[]
  const own = Object.entries((schema['properties'] ?? {}) as Json).map(([name, each]) => ({
    name,
    schema: each,
    isRequired: required.includes(name),
  }))
  return [...own, ...parts.flatMap(membersOf)]
}

function contentOf(content: z.ZodType | OtherContent, io: 'input' | 'output', example?: unknown): Json {
  if (!(content instanceof z.ZodType))
    return { [content.type]: { schema: { type: 'string', description: content.says } } }
  const examples = example === undefined ? {} : { example }
  return { 'application/json': { schema: jsonSchema(content, io), ...examples } }
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const made = Object.entries(z.toJSONSchema(schema, { io, unrepresentable: 'any' }))
  return Object.fromEntries(made.filter(([name]) => name !== '$schema'))
}

function successOf(operation: NamedOperation): Json {
  const { status, answer, says = 'Done.', access } = operation
  const headers =
    access === 'token'
      ? Object.fromEntries(
          Object.keys(limitHeaders).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
        )
      : {}
  const words =
    status === 204 || status >= 300
      ? {}
      : { content: { 'application/json': { schema: { description: says } } } }
  const content = answer === null ? words : { content: contentOf(answer, 'output') }
  return { [`${status}`]: { description: says, headers, ...content } }
}

function failuresOf(operation: NamedOperation): Json {
  const byStatus = Map.groupBy(codesOf(operation), (code) => errorStatus[code])
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [`${status}`, { description: codes.join(', '), content }]),
  )
}

function codesOf({ access, isAdmin, isOnce, query, body, path, errors }: NamedOperation): ErrorCode[] {
  const isAsked = query !== undefined || body !== undefined || path.includes('{')
  return [
    ...new Set<ErrorCode>([
      ...(isAsked ? (['invalid_input'] as const) : []),
      ...(access === 'anyone' ? [] : (['not_signed_in', 'too_many_requests'] as const)),
      ...(access === 'token' ? (['scope_missing'] as const) : []),
      ...(access === 'session' || isAdmin === true ? (['forbidden'] as const) : []),
      ...errors,
      ...(isOnce === true ? (['in_progress', 'key_reused'] as const) : []),
      'internal',
    ]),
  ]
}
