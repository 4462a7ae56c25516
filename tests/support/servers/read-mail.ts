/**
 * The mail as a mail program reads it: headers with each on one line, and the text of the parts below them, each by its own
 * encoding. An address in a header or in a plain part may hold "=33": it is no code there.
 */
export function readMail(source: string): string {
  const { headers, body } = inTwo(source)
  const words = headers.replace(encodedWord, (_, code: string, text: string) => decodeWord(code, text))
  const parts = partsIn(headers, body)
  return `${words}\r\n\r\n${parts === null ? readBody(headers, body) : parts.map(readMail).join('')}`
}

/** The texts of all parts of a type, e.g. "text/html", each by its own encoding. */
export function readParts(source: string, type: string): readonly string[] {
  const { headers, body } = inTwo(source)
  const parts = partsIn(headers, body)
  if (parts !== null) return parts.flatMap((part) => readParts(part, type))
  return new RegExp(`^content-type: ${type}`, 'im').test(headers) ? [readBody(headers, body)] : []
}

/** Headers, each on one line (RFC 5322, 2.2.3), and what follows them. */
function inTwo(source: string): { readonly headers: string; readonly body: string } {
  const end = source.indexOf('\r\n\r\n')
  if (end < 0) return { headers: source, body: '' }
  return { headers: source.slice(0, end).replace(/\r\n(?=[ \t])/g, ''), body: source.slice(end + 4) }
}

/** null: the mail has one part. */
function partsIn(headers: string, body: string): readonly string[] | null {
  const boundary = /^content-type: multipart\/.*boundary="?([^";\r\n]+)/im.exec(headers)?.[1]
  if (boundary === undefined) return null
  const parts = body.split(`--${boundary}`).slice(1, -1)
  return parts.map((part) => part.replace(/^\r\n/, ''))
}

function readBody(headers: string, body: string): string {
  const encoding = /^content-transfer-encoding: *([\w-]+)/im.exec(headers)?.[1]?.toLowerCase()
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  return encoding === 'quoted-printable' ? decodeCodes(body.replace(/=\r\n/g, '')) : body
}

/** RFC 2047; the space between two of them is no part of the text. */
const encodedWord = /=\?utf-8\?([qb])\?([^?]*)\?=(?:\s+(?==\?))?/gi

function decodeWord(code: string, text: string): string {
  return code.toLowerCase() === 'b'
    ? Buffer.from(text, 'base64').toString('utf8')
    : decodeCodes(text.replaceAll('_', ' '))
}

function decodeCodes(text: string): string {
  return text.replace(/(?:=[0-9A-F]{2})+/g, (codes) =>
    Buffer.from(codes.replaceAll('=', ''), 'hex').toString('utf8'),
  )
}
