import { foldedWordsOf } from './words.ts'

/** A name of a folder or source as it is compared: its words, or itself where it has none. */
export function folded(name: string): string {
  const words = foldedWordsOf(name.slice(0, 300)).map(({ text }) => text)
  return words.length === 0 ? name.trim().toLowerCase() : words.join(' ')
}
