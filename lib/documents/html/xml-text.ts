const notInXml = new RegExp('[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]', 'g')

/**
 * Text between tags of XML or HTML, whatever it holds: what XML has no room for is left out (control characters), or
 * replaced (halves of characters beyond 16 bits). `]]>` cannot come out, as every `>` is written as a reference.
 */
export function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(notInXml, '')
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/\r/g, '&#13;')
}

/** The same for a value between double quotes. Line ends are kept, which readers of XML would turn into spaces. */
export function escapeValue(text: string): string {
  return escapeText(text).replace(/"/g, '&quot;').replace(/\n/g, '&#10;').replace(/\t/g, '&#9;')
}
