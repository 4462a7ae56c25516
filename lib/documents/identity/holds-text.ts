/** The parts of a posting that a reader would miss. */
type Text = { readonly title: string; readonly html: string; readonly enclosures: readonly unknown[] }

/** A text as it is compared: without tags and spaces, which readers write differently. */
export type ComparedText = { readonly title: string; readonly words: string; readonly media: number }

/** Makes a text ready to be compared, once for all comparisons: it takes as long as the text is. */
export function comparedText({ title, html, enclosures }: Text): ComparedText {
  const media = (html.match(/<(?:img|audio|video)\b/g)?.length ?? 0) + enclosures.length
  return { title: wordsOf(title), words: wordsOf(html), media }
}

/**
 * Whether somebody who has one text loses nothing with the other: that has no text of its own, or no other title,
 * and the first begins or ends with the words of the other and has no fewer pictures, sounds and films. Where that says no
 * though the texts are alike, one is kept twice. It looks nowhere in between: that could take the square of the length.
 */
export function holdsText(has: ComparedText, other: ComparedText): boolean {
  if (other.words === '' && other.media === 0) return true
  return (
    (other.title === '' || has.title === other.title) &&
    has.media >= other.media &&
    (has.words.startsWith(other.words) || has.words.endsWith(other.words))
  )
}

function wordsOf(html: string): string {
  return html.replace(/<[^<>]*>|\s+/g, '')
}
