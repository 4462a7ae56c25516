import { isUtf8 } from 'node:buffer'
import iconv from 'iconv-lite'
import { guessEncoding } from './guess-encoding.ts'

/**
 * Turns the bytes of a document into text: byte order mark, then charset of the HTTP header, then the XML
 * declaration (or HTML meta element), then sense. Bytes that are valid UTF-8 are read as such whatever a label says,
 * for text in another 8-bit encoding is hardly ever valid UTF-8 by chance while wrong labels are common.
 * Never throws; bytes that fit nothing become U+FFFD. Control characters that XML forbids are left out.
 */
export function decodeDocument(body: Buffer, contentType: string | null): string {
  return withoutForbidden(decodeBytes(body, contentType).replace(/^[\uFEFF\s]+/, ''))
}

/** A text without the characters that no document may have; PostgreSQL refuses the first of them, NUL, and in JSON half of a surrogate pair. */
export function withoutForbidden(text: string): string {
  return text.replace(forbidden, '').toWellFormed()
}

// eslint's no-control-regex is about typing mistakes; these are the characters XML 1.0 (2.2) forbids.
const forbidden = new RegExp('[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]', 'g')

const byteOrderMarks: readonly (readonly [bytes: string, encoding: string])[] = [
  ['efbbbf', 'utf-8'],
  ['0000feff', 'utf-32be'],
  ['fffe0000', 'utf-32le'],
  ['feff', 'utf-16be'],
  ['fffe', 'utf-16le'],
  // Without a mark: the "<" or "<?" that every XML document begins with.
  ['0000003c', 'utf-32be'],
  ['3c000000', 'utf-32le'],
  ['003c', 'utf-16be'],
  ['3c00', 'utf-16le'],
]

function decodeBytes(body: Buffer, contentType: string | null): string {
  const head = body.subarray(0, 4).toString('hex')
  const mark = byteOrderMarks.find(([bytes]) => head.startsWith(bytes))
  if (mark !== undefined && mark[1] !== 'utf-8') return iconv.decode(body, mark[1])
  if (mark?.[0] === 'efbbbf') return body.toString('utf8') // it outranks every label (WHATWG Encoding, 6)
  const labels = [charsetOf(contentType), declaredEncoding(body)].filter((label) => label !== null)
  const sevenBit = labels.find((label) => /^(iso-2022|utf-?7|hz)/.test(label) && isKnown(label))
  if (sevenBit !== undefined) return decodeAs(sevenBit, body)
  if (isUtf8(body)) return decodedOnceMore(body.toString('utf8'))
  const usable = labels.find((label) => !isUnicodeLabel(label) && isKnown(label))
  if (usable !== undefined) return decodeAs(usable, body)
  return decodeBroken(body)
}

/** Encodings of the web that iconv-lite has not, ISO-2022-JP for one, are known to the platform. */
function isKnown(label: string): boolean {
  return iconv.encodingExists(label) || platformDecoder(label) !== null
}

function decodeAs(label: string, body: Buffer): string {
  if (iconv.encodingExists(label)) return iconv.decode(body, label)
  return platformDecoder(label)?.decode(body) ?? decodeBroken(body)
}

function platformDecoder(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label)
  } catch {
    return null // RangeError: not known there either
  }
}

/** UTF-8 with some broken bytes, or else what the bytes look like, or else the encoding most unlabelled pages have. */
function decodeBroken(body: Buffer): string {
  const text = body.toString('utf8')
  const broken = text.match(/\uFFFD/g)?.length ?? 0
  const foreign = text.match(/[\u0080-\uFFFC]/g)?.length ?? 0
  if (broken * 2 < foreign) return text
  return iconv.decode(body, asLabel(guessEncoding(body) ?? undefined) ?? 'windows-1252')
}

/** Letters of UTF-8 that was read as windows-1252: the first byte of a sign, then those that go on with it. */
const continued = '[\\u0080-\\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]'
const sign = new RegExp(
  `[Â-ß]${continued}|[à-ï]${continued}${continued}|[ð-ô]${continued}${continued}${continued}`,
  'g',
)
const beyondAscii = /[^\u0000-\u007F]/
/** UTF-8 that was encoded twice ("â€™"), read once more; only where every letter beyond ASCII is part of such a sign. */
function decodedOnceMore(text: string): string {
  const signs = text.match(sign) ?? []
  if (signs.length === 0 || beyondAscii.test(text.replace(sign, ''))) return text
  // "É’" may be meant; "Ã©" and "â€™" never are.
  const isCertain = signs.length > 7 || signs.some((one) => one.length > 2 || /^[ÂÃ]/.test(one))
  const decoded = isCertain ? text.replace(sign, (one) => bytesOfLetters(one).toString('utf8')) : text
  return decoded.includes('\uFFFD') ? text : decoded
}

/** The bytes that windows-1252 shows as these letters; five have none and stand for themselves. */
function bytesOfLetters(letters: string): Buffer {
  return Buffer.concat(
    [...letters].map((letter) =>
      letter <= '\u009F' && letter >= '\u0080'
        ? Buffer.from([letter.charCodeAt(0)])
        : iconv.encode(letter, 'windows-1252'),
    ),
  )
}

function charsetOf(contentType: string | null): string | null {
  return asLabel(contentType?.match(/charset\s*=\s*["']?([\w.:-]+)/i)?.[1])
}

function declaredEncoding(body: Buffer): string | null {
  const start = body.subarray(0, 2048).toString('latin1')
  return asLabel(
    start.match(/<\?xml[^>]*?encoding\s*=\s*["']\s*([\w.:-]+)/i)?.[1] ??
      start.match(/<meta[^<>]+?charset\s*=\s*["']?\s*([\w.:-]+)/i)?.[1],
  )
}

/** Encodings that publishers name but browsers read as a larger one (WHATWG Encoding, 4.2). */
const larger: ReadonlyMap<string, string> = new Map([
  ['iso-8859-1', 'windows-1252'],
  ['iso8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
  ['latin-1', 'windows-1252'],
  ['us-ascii', 'windows-1252'],
  ['ascii', 'windows-1252'],
  ['iso-8859-9', 'windows-1254'],
  ['tis-620', 'windows-874'],
  ['iso-8859-11', 'windows-874'],
  ['gb2312', 'gb18030'],
  ['gb_2312-80', 'gb18030'],
  ['gbk', 'gb18030'],
  ['euc-kr', 'cp949'],
  ['ks_c_5601-1987', 'cp949'],
  ['x-sjis', 'shift_jis'],
  ['x-mac-cyrillic', 'maccyrillic'],
])

function asLabel(label: string | undefined): string | null {
  if (label === undefined) return null
  const name = label.toLowerCase()
  return larger.get(name) ?? name
}

/** A single-byte document cannot be UTF-16 or UTF-32 (no NULs at its start), and invalid UTF-8 is not UTF-8. */
function isUnicodeLabel(label: string): boolean {
  return /^(utf|ucs|unicode|iso-10646)/.test(label)
}
