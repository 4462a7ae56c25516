import { z } from 'zod'
import { withoutForbidden } from '#lib/documents/read/decode-document.ts'

/** A text of an export, without what no database takes. */
export const textOf = (length: number) => z.string().max(length).transform(withoutForbidden)
export const address = textOf(4_000)
export const name = textOf(100).pipe(z.string().trim().min(1))
