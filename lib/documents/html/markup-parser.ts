import { Parser } from 'htmlparser2'

/** As deep as Chromium nests; pages that people wrote stay far below. */
const deepestNesting = 512

/**
 * The parser for markup of strangers. Each end of an element is looked for among all that are open, so that a document
 * which only opens elements would take quadratic time. As in browsers, the innermost one ends where a deeper one begins.
 */
export class MarkupParser extends Parser {
  override onopentagname(start: number, endIndex: number): void {
    if (this['stack'].length >= deepestNesting) this['popElement'](true)
    super.onopentagname(start, endIndex)
  }
}
