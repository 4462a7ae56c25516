/**
 * The words of a server without what it was sent in secret: some repeat what they do not like, as it stood in a form, in JSON or on a page. To be
 * called before the words are cut, lest a part of a secret be left.
 */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const written = new Set(secrets.filter((secret) => secret !== '').flatMap(waysToWrite))
  return [...written]
    .toSorted((one, other) => other.length - one.length)
    .reduce((left, secret) => left.replaceAll(secret, '•••'), text)
}

function waysToWrite(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  const ascii = json.replace(/[^\x20-\x7e]/g, asNumber)
  const forPages = json.replace(/[<>&]/g, asNumber) // as Go and Ruby write JSON
  const inForm = new URLSearchParams({ '': secret }).toString().slice(1)
  const onPage = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return [
    ...[secret, json, ascii, ascii.replaceAll('/', '\\/'), forPages],
    ...[inForm, encodeURIComponent(secret.toWellFormed())],
    ...quotes.map(([double, single]) => onPage.replaceAll('"', double).replaceAll("'", single)),
  ].flatMap((way) => [way, ...letters.map((change) => way.replace(hexadecimal, change))])
}

/** The two quotation marks on pages: as they are, by PHP, Django and Python, in XML, by Go. */
const quotes = [
  ['"', "'"],
  ['&quot;', "'"],
  ['&quot;', '&#039;'],
  ['&quot;', '&#39;'],
  ['&quot;', '&#x27;'],
  ['&quot;', '&apos;'],
  ['&#34;', '&#39;'],
] as const

/** Numbers of signs in addresses and JSON may have large or small letters. */
const hexadecimal = /%[0-9a-f]{2}|(?<=\\u)[0-9a-f]{4}/gi
const letters = [(number: string) => number.toLowerCase(), (number: string) => number.toUpperCase()]

function asNumber(sign: string): string {
  return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`
}
