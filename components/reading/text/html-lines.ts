const ENDS_LINE =
  /<(?:br|hr|\/p|\/div|\/li|\/h[1-6]|\/tr|\/blockquote|\/pre|\/figure|\/figcaption)\b[^<>]*>/gi

/** The text of sanitised HTML, a line a paragraph. In the browser only: the document it is read as loads and runs nothing. */
export function htmlLines(html: string): string {
  const { body } = new DOMParser().parseFromString(html.replace(ENDS_LINE, '$&\n'), 'text/html')
  return (body.textContent ?? '')
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .map((line) => `${line}\n`)
    .join('')
}
