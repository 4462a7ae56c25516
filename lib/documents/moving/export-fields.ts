import { z } from 'zod'
import { withoutForbidden } from '#lib/documents/read/decode-document.ts'
import { longestName } from '#lib/text/names.ts'

/** A text of an export, without what no database takes. */
export const boundedText = (length: number) => z.string().max(length).transform(withoutForbidden)
/** As long as any that is stored (lib/documents/html/web-address.ts): one that is refused refuses the whole file. */
export const address = boundedText(8_000)
export const name = boundedText(longestName.other).pipe(z.string().trim().min(1))
