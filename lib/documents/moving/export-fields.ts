import { z } from 'zod'
import { withoutForbidden } from '#lib/documents/read/decode-document.ts'

/** A text of an export, without what no database takes. */
export const boundedText = (length: number) => z.string().max(length).transform(withoutForbidden)
export const address = boundedText(4_000)
export const name = boundedText(100).pipe(z.string().trim().min(1))
