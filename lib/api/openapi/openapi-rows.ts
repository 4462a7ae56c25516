import { operations, sampleOf, type AreaName, type NamedOperation } from '#lib/api/operations/all.ts'
import { exampleIds, parametersOf } from './openapi.ts'
import type { Scope } from '#lib/api/accounts/scopes.ts'

/** A value that an operation is asked with. */
type AskedValue = {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly example: string
}

/** An operation as the page of the API shows it. */
export type OperationRow = {
  readonly area: AreaName
  readonly method: string
  readonly path: string
  readonly summary: string
  readonly access: NamedOperation['access']
  readonly scope: Scope | null
  readonly asked: readonly AskedValue[]
  readonly body: { readonly type: string; readonly example: string } | null
}

let rows: readonly OperationRow[] | null = null

/** All operations in their order: the same for everybody, and made once, as strangers may ask. */
export function operationRows(): readonly OperationRow[] {
  return (rows ??= operations.map(rowOf))
}

function rowOf(operation: NamedOperation): OperationRow {
  const { area, method, path, summary, access, scope } = operation
  const asked = parametersOf(operation).map(({ name, in: place, required, example = '' }) => ({
    name,
    in: place,
    required,
    example,
  }))
  return { area, method, path, summary, access, scope, asked, body: bodyOf(operation) }
}

function bodyOf(operation: NamedOperation): OperationRow['body'] {
  const { body } = operation
  if (body === undefined) return null
  const example = sampleOf(operation, exampleIds).body
  if ('says' in body) return { type: body.type, example: typeof example === 'string' ? example : '' }
  return { type: 'application/json', example: JSON.stringify(example ?? {}, null, 2) }
}
