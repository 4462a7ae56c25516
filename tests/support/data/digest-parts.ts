import type { ReceivedMail } from '#tests/support/servers/mail-server.ts'
import { readParts } from '#tests/support/servers/read-mail.ts'

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
export function partsOf({ source }: ReceivedMail): { readonly text: string; readonly html: string } {
  const partOf = (type: string) => {
    const [part, ...others] = readParts(source, type)
    if (part === undefined || others.length > 0) throw new Error(`The mail has not one part ${type}.`)
    return part
  }
  return { text: partOf('text/plain'), html: partOf('text/html') }
}
