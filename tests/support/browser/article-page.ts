import { status } from '#tests/support/servers/feed-answers.ts'

/** A page with an article that is worth reading. */
export const article = `<!doctype html><html><body><article><h1>Tides</h1>${`<p>${'The whole story of the tides, told at length on the page itself. '.repeat(6)}</p>`.repeat(5)}</article></body></html>`

/** Answers with a page. */
export function page(html: string) {
  return status(200, { 'content-type': 'text/html' }, html)
}
