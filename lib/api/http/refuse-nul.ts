import { ApiError } from './errors.ts'

/**
 * Refuses checked input with the character NUL anywhere in it: JSON and addresses can say it, PostgreSQL's texts cannot
 * hold it. To be called with what a schema let through: only that is of limited depth.
 * @throws ApiError invalid_input naming the field
 */
export function refuseNul(value: unknown, path: readonly string[] = []): void {
  if (typeof value === 'string' && value.includes('\0')) {
    const field = path.join('.')
    const key = field === '' ? 'requestNul' : 'fieldNul'
    throw new ApiError('invalid_input', key, { field, values: { field } })
  }
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) refuseNul(part, [...path, name])
}
