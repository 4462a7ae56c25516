import { onOneLine } from '#lib/documents/html/plain-text.ts'

/** The language that a document names, as a tag (BCP 47) in the publisher's capitals: "en_US" is "en-US"; null: none. */
export function languageTag(written: string): string | null {
  const tag = onOneLine(written).replaceAll('_', '-')
  return /^[a-z]{2,3}(-[a-z0-9]+)*$/i.test(tag) ? tag : null
}
