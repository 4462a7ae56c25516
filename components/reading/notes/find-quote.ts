import type { HighlightRequest } from '#lib/api/postings/postings.ts'

/** The place of words in a text, in UTF-16 units; `end` is behind the last. */
export type QuotePlace = { readonly start: number; readonly end: number }

/** Of the words around a quote so many are looked for where it was edited itself. */
const anchorLength = 16
/** A place where more was put in or taken out is another text. */
const mostGrowth = 2

/**
 * The place of a highlight's words in a text that may have been edited since: of the places with the same words the one
 * with most of the same words around, else what now stands between them. Null: neither is there. O(places × context).
 */
export function findQuote(text: string, highlight: HighlightRequest): QuotePlace | null {
  const { quote } = highlight
  let best: QuotePlace | null = null
  let bestAgreement = -1
  for (let start = text.indexOf(quote); start >= 0; start = text.indexOf(quote, start + 1)) {
    const place = { start, end: start + quote.length }
    const agreement = agreementAt(text, place, highlight)
    if (agreement > bestAgreement) [best, bestAgreement] = [place, agreement]
  }
  return best ?? findEdited(text, highlight)
}

/** The number of characters next to the place that stood around the highlight, too. */
function agreementAt(text: string, { start, end }: QuotePlace, { before, behind }: HighlightRequest): number {
  let agreeing = 0
  while (agreeing < before.length && text[start - 1 - agreeing] === before[before.length - 1 - agreeing])
    agreeing += 1
  let after = 0
  while (after < behind.length && text[end + after] === behind[after]) after += 1
  return agreeing + after
}

function findEdited(text: string, { quote, before, behind }: HighlightRequest): QuotePlace | null {
  const ahead = before.slice(-anchorLength)
  const after = behind.slice(0, anchorLength)
  if (ahead.trim() === '' || after.trim() === '') return null
  const most = quote.length * mostGrowth + anchorLength
  for (let at = text.indexOf(ahead); at >= 0; at = text.indexOf(ahead, at + 1)) {
    const start = at + ahead.length
    const end = text.indexOf(after, start + 1)
    if (end > start && end - start <= most) return { start, end }
  }
  return null
}
