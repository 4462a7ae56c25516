/** A word of a text as it is searched, and where it stands in the text (UTF-16 units). */
export type Word = { readonly text: string; readonly start: number; readonly end: number }

/** Longer words are searched by their beginning. */
const longestWord = 64

/** Scripts written without blanks between words: searched by pairs of neighbouring characters. */
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]/u
const runs =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー]+|(?:(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}ー])[\p{L}\p{N}\p{M}])+/gu
const asciiRuns = /[a-zA-Z0-9]+/g
const ascii = /^[\0-\x7f]*$/

/**
 * The words of a text in their order, folded (see foldWord). Text without blanks, as Chinese and Japanese are written,
 * gives each pair of neighbouring characters and, where a run ends, the last one alone. At most `limit` words; linear.
 */
export function foldedWordsOf(text: string, limit = Infinity): Word[] {
  const words: Word[] = []
  for (const match of text.matchAll(ascii.test(text) ? asciiRuns : runs)) {
    if (words.length >= limit) break
    const [run] = match
    if (isUnspaced(run)) addPairs(words, run, match.index)
    else {
      const folded = foldWord(run)
      if (folded !== '') words.push({ text: folded, start: match.index, end: match.index + run.length })
    }
  }
  return words.length > limit ? words.slice(0, limit) : words
}

/** Whether a word is of a script that is searched by pairs of characters. */
export function isUnspaced(word: string): boolean {
  return !ascii.test(word) && unspaced.test(word)
}

function addPairs(words: Word[], run: string, start: number): void {
  let at = start
  const characters = [...run]
  characters.forEach((character, index) => {
    const next = characters[index + 1] ?? ''
    const text = foldWord(character + next)
    if (text !== '') words.push({ text, start: at, end: at + character.length + next.length })
    at += character.length
  })
}

const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
}
const letterPattern = /[ßæœøđðłþıħ]/g
/** Accents of Latin, Greek and Cyrillic (but for the letter й), vowel points of Hebrew and Arabic, its stretching. */
const marks =
  /(?<!и)\u0306|[\u0300-\u0305\u0307-\u036f\u0591-\u05bd\u05bf\u05c1-\u05c7\u064b-\u065f\u0670\u0640]/g

/** Signs that compatible forms bring along ("㈀" is "(ᄀ)") and the database would take for its own. */
const signs = /[\s'"\\&|!:*()<>~@#=/]/g

/** A word as it is compared: small letters, without accents, compatible forms made one ("Ｆｕ̈ße" → "fusse"). */
function foldWord(word: string): string {
  const small = word.toLowerCase()
  if (ascii.test(small)) return small.slice(0, longestWord)
  return small
    .normalize('NFKD')
    .replace(marks, '')
    .replace(letterPattern, (letter) => letters[letter] ?? letter)
    .replace(signs, '')
    .normalize('NFC')
    .slice(0, longestWord)
    .toWellFormed()
}
