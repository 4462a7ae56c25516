import type { z } from 'zod'

/**
 * An answer of our API: what the test says, and in all other places the least that its schema allows: no name, 0, nothing. So a
 * test names what it is about alone, and never says what the API does not.
 * @throws ZodError where what the test says is none
 */
export function answerOf<Schema extends z.ZodType>(
  schema: Schema,
  parts: Partial<z.input<Schema>> = {},
): z.output<Schema> {
  return schema.parse({ ...(leastOf(schema as unknown as Described) as object), ...parts })
}

type Described = {
  readonly def: Definition
  readonly meta: () => { readonly format?: string } | undefined
  /** Of numbers; not finite where there is none. */
  readonly minValue?: number | null
}
type Definition = {
  readonly type: string
  readonly shape?: Readonly<Record<string, Described>>
  readonly innerType?: Described
  readonly options?: readonly Described[]
  readonly items?: readonly Described[]
  readonly values?: readonly unknown[]
  readonly entries?: Readonly<Record<string, string>>
  readonly keyType?: Described
  readonly valueType?: Described
  readonly left?: Described
  readonly right?: Described
}

function leastOf(schema: Described): unknown {
  const { def } = schema
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape ?? {}).map(([name, each]) => [name, leastOf(each)] as const)
      return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
    }
    case 'string':
      return schema.meta()?.format === 'date-time' ? new Date().toISOString() : ''
    case 'number':
    case 'int':
      return Number.isFinite(schema.minValue) ? Math.max(0, schema.minValue ?? 0) : 0
    case 'boolean':
      return false
    case 'array':
      return []
    case 'record':
      return Object.fromEntries(
        Object.keys(def.keyType?.def.entries ?? {}).map((key) => [key, leastOf(def.valueType ?? schema)]),
      )
    case 'nullable':
      return null
    case 'optional':
      return undefined
    case 'enum':
      return Object.values(def.entries ?? {})[0]
    case 'literal':
      return def.values?.[0]
    case 'union':
      return leastOf(def.options?.[0] ?? schema)
    case 'tuple':
      return def.items?.map(leastOf)
    case 'readonly':
    case 'default':
      return leastOf(def.innerType ?? schema)
    case 'intersection':
      return { ...(leastOf(def.left ?? schema) as object), ...(leastOf(def.right ?? schema) as object) }
    default:
      throw new RangeError(`no least value of a schema of the type ${def.type}`)
  }
}
