/** Longer ones no window shows. */
const mostLetters = 200
/** Characters that break lines, turn the direction of writing for all that follows, or stand for nothing. Joiners stay: scripts and emoji need them. */
const unseen = /[\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]+/gu

/** A foreign name as the title of a page, in one line without signs that play tricks; null where nothing is left of it. */
export function pageTitle(name: string): string | null {
  const line = name.replaceAll(unseen, ' ').replaceAll(/\s+/gu, ' ').trim()
  const letters = [...line]
  if (letters.length === 0) return null
  return letters.length <= mostLetters ? line : `${letters.slice(0, mostLetters - 1).join('')}…`
}
