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

/** An instant in a query or body, ISO 8601 with zone; of the years 1970 to 9999, which every calendar and database has. */
export const instant = z.iso
  .datetime({ offset: true })
  .refine(
    (text) => Date.parse(text) >= 0 && Date.parse(text) < Date.UTC(10_000, 0),
    'must be an instant of the years 1970 to 9999',
  )

/** The version of a posting that an act keeps, as the act says it. */
export const shownEditedAt = instant.nullable().optional().meta({
  description:
    '`editedAt` of the article as it was shown. If it was edited since, the version that was shown is kept, if that is stored still. Missing: the version of now.',
})

/** An account's name for programs, in a path. */
export const userId = z.string().min(1).max(100)
