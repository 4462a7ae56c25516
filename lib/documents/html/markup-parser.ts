import { Parser } from 'htmlparser2'

/** As deep as Chromium nests; pages that people wrote stay far below. */
const deepestNesting = 512

/**
 * The parser for markup of strangers. Each end of an element is looked for among all that are open, so that a document
 * which only opens elements would take quadratic time. As in browsers, the innermost one ends where a deeper one begins.
 */
export class MarkupParser extends Parser {
  override onopentagname(start: number, endIndex: number): void {
    const [innermost] = this['stack']
    if (innermost !== undefined && this['stack'].length >= deepestNesting) this.endInnermost(innermost, start)
    super.onopentagname(start, endIndex)
  }

  /** `start`: of the name of the element that would be too deep. */
  protected endInnermost(_name: string, _start: number): void {
    this['popElement'](true)
  }
}
