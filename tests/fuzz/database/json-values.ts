import fc from 'fast-check'
import { z } from 'zod'
import type { Sample } from '#lib/api/operations/operation.ts'
import { oddText } from '../mutate.ts'

/** The values that may stand in JSON where something else is expected. */
const wrongValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    0.5,
    1e300,
    2 ** 31,
    2 ** 53,
    -(2 ** 63),
    '',
    [],
    {},
    [null],
    [[]],
  ),
  fc.integer(),
  fc.constantFrom(100, 5_000, 100_000).map((length) => 'x'.repeat(length)),
  fc.constantFrom(10, 100, 400).map(nested),
  fc.constant(JSON.parse('{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}}}') as unknown),
  fc.jsonValue({ maxDepth: 3 }),
)

function nested(depth: number): unknown {
  return Array.from({ length: depth }).reduce<unknown>((inside) => [inside], 'x')
}

type JsonSchema = {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly items?: JsonSchema
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly maxLength?: number
  readonly minLength?: number
}

/** Values that a schema describes; it may still refuse some, for reasons that JSON Schema does not say. */
export function valueOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  return fromJsonSchema(
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema,
  )
}

function fromJsonSchema(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { type, anyOf, oneOf, properties = {}, required = [], items } = schema
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum)
  const several = anyOf ?? oneOf
  if (several !== undefined) return fc.oneof(...several.map(fromJsonSchema))
  switch (type) {
    case 'object': {
      const fields = Object.entries(properties).map(([name, of]) => [name, fromJsonSchema(of)] as const)
      return fc.record<Record<string, unknown>>(Object.fromEntries(fields), { requiredKeys: [...required] })
    }
    case 'array': {
      const { minItems: minLength = 0, maxItems = 4 } = schema
      return fc.array(fromJsonSchema(items ?? {}), {
        minLength,
        maxLength: Math.max(minLength, Math.min(maxItems, 4)),
      })
    }
    case 'integer':
      return fc.oneof(fc.integer({ min: 0, max: 60 }), numberOf(schema).map(Math.trunc))
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'string':
      return textOf(schema)
    default:
      return wrongValue
  }
}

function numberOf({ minimum = -1e9, maximum = 1e9 }: JsonSchema): fc.Arbitrary<number> {
  return fc.oneof(fc.constantFrom(minimum, maximum), fc.double({ min: minimum, max: maximum, noNaN: true }))
}

function textOf({ minLength = 0, maxLength = 100 }: JsonSchema): fc.Arbitrary<string> {
  const usual = fc.constantFrom(
    '1',
    'News',
    'https://127.0.0.1:9/x',
    'is:unread',
    'a OR b',
    'UTC',
    '2026-01-05T00:00:00Z',
    'b@example.org',
  )
  return fc
    .oneof(usual, oddText, fc.constant('x'.repeat(Math.min(maxLength, 10_000))))
    .map((text) => text.slice(0, maxLength).padEnd(minLength, 'x'))
}

const change = fc.record({
  at: fc.nat(1_000),
  kind: fc.constantFrom('replace', 'leave out', 'add'),
  value: wrongValue,
})
export type SampleChange = typeof change extends fc.Arbitrary<infer One> ? One : never
export const sampleChanges = fc.array(change, { minLength: 1, maxLength: 3 })

/** A request that would be right, with some of its parts replaced, left out or added. */
export function changed(sample: Sample, changes: readonly SampleChange[]): Sample {
  const { body } = sample
  const whole: Record<string, unknown> = { params: { ...sample.params }, query: { ...sample.query } }
  if (body !== undefined && typeof body !== 'string') whole['body'] = structuredClone(body)
  for (const each of changes) apply(whole, each)
  const texts = (part: unknown) =>
    Object.fromEntries(
      Object.entries(part ?? {}).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    )
  return {
    params: texts(whole['params']),
    query: texts(whole['query']),
    body: typeof body === 'string' ? body : whole['body'],
  }
}

function apply(whole: Record<string, unknown>, { at, kind, value }: SampleChange): void {
  const places = placesOf(whole).filter(({ holder }) => holder !== whole || kind === 'replace')
  const place = places[at % Math.max(1, places.length)]
  if (place === undefined || (place.holder === whole && place.name !== 'body')) return
  const { holder, name } = place
  if (kind === 'leave out') Reflect.deleteProperty(holder, name)
  else
    Object.defineProperty(holder, kind === 'add' ? `${name}x` : name, {
      value: structuredClone(value),
      enumerable: true,
      configurable: true,
      writable: true,
    })
}

function placesOf(holder: object): { readonly holder: object; readonly name: string }[] {
  return Object.entries(holder).flatMap(([name, value]: [string, unknown]) => [
    { holder, name },
    ...(typeof value === 'object' && value !== null ? placesOf(value) : []),
  ])
}
