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
  const ascii = json.replace(
    /[^\x20-\x7e]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const inForm = new URLSearchParams({ '': secret }).toString().slice(1)
  const onPage = secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const quoted = onPage.replaceAll('"', '&quot;')
  return [
    ...[secret, json, ascii, ascii.replaceAll('/', '\\/')],
    ...[inForm, encodeURIComponent(secret.toWellFormed())],
    ...[onPage, quoted, quoted.replaceAll("'", '&#39;'), quoted.replaceAll("'", '&#039;')],
  ]
}
