/** The likeness of two texts, by their words: 1 for the same words, 0 for none in common or none at all (Jaccard). */
export function likeness(one: string, other: string): number {
  if (one === other) return one === '' ? 0 : 1
  return likenessOfWords(wordSetOf(one), wordSetOf(other))
}

/** `likeness` of texts whose words are known. */
export function likenessOfWords(words: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let common = 0
  for (const word of words) if (others.has(word)) common++
  const all = words.size + others.size - common
  return all === 0 ? 0 : common / all
}

/** The words of a text, each once. */
export function wordSetOf(text: string): Set<string> {
  return new Set(splitWords(text))
}

/** The words of a text in small letters, in order; single characters of scripts that do not part words. */
export function splitWords(text: string): string[] {
  return text.toLowerCase().match(word) ?? []
}

const unparted = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Khmer}\\p{sc=Lao}'
const word = new RegExp(`[${unparted}]|(?:(?![${unparted}])[\\p{L}\\p{N}\\p{M}])+`, 'gu')
