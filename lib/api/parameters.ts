import { z } from 'zod'

/** A row's number, in a path, a query or a body. */
export const id = z.coerce.number().int().positive().max(2_147_483_647)

/** A posting's number: 64 bits, so it travels as text. */
export const postingId = z.string().regex(/^\d{1,18}$/, 'must be the number of a posting, as text')

/** "1"/"true"/"0"/"false" in a query; a boolean in a body. */
export const flag = z.union([
  z.boolean(),
  z.enum(['1', 'true', '0', 'false']).transform((text) => text === '1' || text === 'true'),
])

export const cursorParameter = z.string().min(1).max(200)

/** An instant in a query or body, ISO 8601 with zone. */
export const instant = z.iso.datetime({ offset: true })
