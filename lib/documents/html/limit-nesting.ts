import { MarkupParser } from './markup-parser.ts'

/** Notes where the innermost element has to end so that none is too deep. */
class NestingParser extends MarkupParser {
  readonly ends: { readonly at: number; readonly name: string }[] = []

  protected override endInnermost(name: string, start: number): void {
    this.ends.push({ at: start - 1, name })
    super.endInnermost(name, start)
  }
}

/**
 * A page with elements nested no deeper than `MarkupParser` does it, for readers of markup that nest without end: their time grows with the square
 * of it, and their stack overflows. All else stays as it is written.
 */
export function limitNesting(html: string): string {
  const parser = new NestingParser({})
  parser.end(html)
  let from = 0
  const parts = parser.ends.map(({ at, name }) => {
    const part = `${html.slice(from, at)}</${name}>`
    from = at
    return part
  })
  return parts.join('') + html.slice(from)
}
