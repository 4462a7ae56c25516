/**
 * What a mail program makes of a mail: headers with each on one line, and the text of the parts below them, each by its own
 * encoding. An address in a header or in a plain part may hold "=33": it is no code there.
 */
export function readMail(source: string): string {
  const end = source.indexOf('\r\n\r\n')
  if (end < 0) return source
  const headers = source.slice(0, end).replace(/\r\n(?=[ \t])/g, '') // RFC 5322, 2.2.3
  return `${headers.replace(encodedWord, (_, code: string, text: string) => decodeWord(code, text))}\r\n\r\n${readBody(headers, source.slice(end + 4))}`
}

function readBody(headers: string, body: string): string {
  const boundary = /^content-type: multipart\/.*boundary="?([^";\r\n]+)/im.exec(headers)?.[1]
  if (boundary !== undefined)
    return body
      .split(`--${boundary}`)
      .slice(1, -1)
      .map((part) => readMail(part.replace(/^\r\n/, '')))
      .join('')
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
