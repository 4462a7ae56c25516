import type { ReceivedMail } from './mail-server.ts'

/** The postings that a digest names, as text and as HTML, each with where it leads. */
export function namedIn(mail: ReceivedMail): {
  readonly inText: (string | undefined)[][]
  readonly inHtml: string[][]
} {
  const { text, html } = partsOf(mail)
  const inText = text.split(/(?:\r?\n){2}/).flatMap((block) => {
    const [, title, url] = /^(.+)\r?\n(https?:\S+)\s*$/.exec(block) ?? []
    return title === undefined ? [] : [[title, url]]
  })
  const links = html.matchAll(/<div dir="auto"[^>]*><a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)
  const inHtml = [...links].map(([, url = '', title = '']) => [plain(title), plain(url)])
  return { inText, inHtml }
}
const plain = (html: string) =>
  html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')

/** The text and the HTML of a mail that has both. @throws Error when it has not */
export function partsOf({ text }: ReceivedMail): { readonly text: string; readonly html: string } {
  const boundary = /boundary="([^"]+)"/.exec(text)?.[1]
  if (boundary === undefined) throw new Error('The mail has one part.')
  const parts = text.split(`--${boundary}`).slice(1, -1)
  const partOf = (type: string) => {
    const found = parts.filter((part) => new RegExp(`^Content-Type: ${type}`, 'im').test(part))
    const [head = '', ...body] = found[0]?.split('\r\n\r\n') ?? []
    if (found.length !== 1) throw new Error(`${found.length} parts are ${type}.`)
    const plain = body.join('\r\n\r\n')
    const isBase64 = /^Content-Transfer-Encoding: base64/im.test(head)
    return isBase64 ? Buffer.from(plain, 'base64').toString('utf8') : plain
  }
  return { text: partOf('text/plain'), html: partOf('text/html') }
}
