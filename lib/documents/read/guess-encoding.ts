import { analyse } from 'chardet'
import iconv from 'iconv-lite'

/** Encodings that documents without a word are written in; others that the library may name are hardly ever right. */
const guessed = /^(shift_jis|euc-jp|big5|gb18030|euc-kr|koi8-r|windows-125\d|iso-8859-[2-9])$/i
/** In percent: below it the guess is wrong too often. */
const leastConfidence = 30
/** The same where most letters are beyond ASCII, which those of Latin languages never are: Ukrainian is only a little like Russian. */
const leastForeignConfidence = 15
const longestSample = 50_000

/**
 * The encoding that the words of a document look like, without its tags. The library counts letters; it knows no Thai, and takes
 * languages of few marks for Western ones. Those are known by what their letters may be and may stand beside.
 * @returns null when none is certain
 */
export function guessEncoding(body: Buffer): string | null {
  const words = body
    .subarray(0, longestSample * 4)
    .toString('latin1')
    .replace(/<[^<>]*>/g, ' ')
  const foreign = words.replace(/[ -~\s]{40,}/g, ' ').slice(0, longestSample)
  const sample = Buffer.from(foreign, 'latin1')
  const beyond = foreign.match(/[\x80-\xFF]/g)?.length ?? 0
  const isForeign = beyond > (foreign.match(/[a-z]/gi)?.length ?? 0)
  if (isForeign && isThai(sample)) return 'windows-874'
  const latin = isForeign ? null : latinEncoding(sample)
  if (latin !== null) return latin
  const [best] = analyse(sample).filter(({ name }) => guessed.test(name) || /8859-1$/.test(name))
  const least = isForeign ? leastForeignConfidence : leastConfidence
  if (best === undefined || best.confidence < least || /8859-1$/.test(best.name)) return null
  // The same letters as in Russian, and those of Ukrainian.
  return best.name === 'KOI8-R' ? 'koi8-u' : best.name.toLowerCase()
}

/** Signs above and below stand only on consonants and on each other, and Thai has many: no other bytes follow that by chance. */
function isThai(sample: Buffer): boolean {
  const text = iconv.decode(sample, 'windows-874')
  const letters = text.match(/[\u0E01-\u0E5B]/g)?.length ?? 0
  const marks = text.match(/[\u0E31\u0E34-\u0E3A\u0E47-\u0E4E]/g)?.length ?? 0
  const isOdd =
    /\uFFFD|(?<![\u0E01-\u0E2E\u0E31\u0E34-\u0E3A\u0E47-\u0E4E])[\u0E31\u0E34-\u0E3A\u0E47-\u0E4E]/
  return letters > 20 && marks > letters / 10 && !isOdd.test(text)
}

/** The letters beyond ASCII of languages that are no Western ones. */
const alphabets: readonly (readonly [encoding: string, letters: string])[] = [
  ['windows-1250', 'ąćęłńóśźż'],
  ['windows-1250', 'áäčďéěíĺľňóôŕřšťúůýž'],
  ['windows-1250', 'áéíóöőúüű'],
  ['windows-1250', 'ăâîşţșț'],
  ['windows-1250', 'čćđšž'],
  ['windows-1254', 'çğıİöşüâîû'],
  ['windows-1257', 'āčēģīķļņōŗšūž'],
  ['windows-1257', 'ąčęėįšųūž'],
  ['windows-1258', 'ăâđêôơưàáãèéìíòóõùúýỳ\u0300\u0301\u0303\u0309\u0323'],
]
const western = [
  'àâæçèéêëîïôœùûüÿ', // French
  'äöüßéèàáåøæëïóíúñçêô', // German, Dutch and the Nordic languages, with the names of others
  'àáâãçéêíóôõúüñºª¡¿ïèòìùîäö', // the languages of Spain, Portugal and Italy
  'áðéíóúýþæö', // Icelandic
]
const leastLetters = 3

/** The encoding whose language has every letter of the text, where no Western one has them all. Null: several have, or none. */
function latinEncoding(sample: Buffer): string | null {
  if (isWestern(iconv.decode(sample, 'windows-1252'))) return null
  const fitting = new Set(
    alphabets
      .filter(([encoding, letters]) => {
        const used = lettersOf(iconv.decode(sample, encoding))
        return used.size >= leastLetters && [...used].every((letter) => letters.includes(letter))
      })
      .map(([encoding]) => encoding),
  )
  const [only, ...others] = fitting
  return only === undefined || others.length > 0 ? null : only
}

function isWestern(text: string): boolean {
  // No language has a sign there: "og³osi³" is a word of Polish.
  if (/[a-z][¢-¬®-¶¸-¿×÷][a-z]/i.test(text)) return false
  const used = [...lettersOf(text)]
  return western.some((letters) => used.every((letter) => letters.includes(letter)))
}

function lettersOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[^\x00-\x7F\P{L}]|[\u0300-\u036F]/gu))
}
