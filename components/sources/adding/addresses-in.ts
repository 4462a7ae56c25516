/** More at once are a list, which the import takes. */
const most = 50

/**
 * The addresses in a text where each word of it is one, such as lines from a mail; null where it is one address, or where not all words
 * look like one.
 */
export function addressesIn(text: string): readonly string[] | null {
  const words = [...new Set(text.split(/[\s,;]+/).filter((word) => word !== ''))]
  const areAll = words.every((word) => /^(?:[a-z]+:\/\/)?[^\s/]+\.[^\s.]{2,}/i.test(word))
  return areAll && words.length > 1 && words.length <= most ? words : null
}
