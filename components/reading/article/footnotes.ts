/** Longer notes are cut: their place in the text has the rest. */
const mostLetters = 400
/** "1", "[12]", "(a)", "iv", "*", "†" */
const sign = /^[\s[(]*(?:\d{1,3}|[a-z]{1,2}|[ivx]{1,5}|[*†‡§¶]{1,3})[\s\])]*$/i

/** The note that a sign in a text points to; null: the link leads elsewhere, or back. */
export function noteOf(link: Element, article: HTMLElement): string | null {
  const id = link.getAttribute('href')?.replace(/^#/, '') ?? ''
  if (id === '' || !sign.test(link.textContent)) return null
  const target = article.querySelector(`#${CSS.escape(id)}`)
  const isBehind =
    target !== null && (link.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  if (!isBehind || target.closest('h1, h2, h3, h4, h5, h6') !== null) return null
  const block = target.closest('li, p, dd, td, aside, div')
  if (block === null || !article.contains(block) || block === article || block.contains(link)) return null
  const words = wordsOf(block)
  return words.length > mostLetters ? `${words.slice(0, mostLetters).trimEnd()}…` : words || null
}

/** Arrows and carets lead back where a note begins or ends; inside of it they are its own, as in 10^6. */
const back = /[\s↩↑⏎^\ufe0e\ufe0f]/u

/** The words of a note without its ways back. */
function wordsOf(block: Element): string {
  const copy = block.cloneNode(true) as Element
  for (const jump of copy.querySelectorAll('a[href^="#"]')) jump.remove()
  const letters = Array.from(copy.textContent.replace(/\s+/g, ' '))
  const isWord = (letter: string) => !back.test(letter)
  return letters.slice(letters.findIndex(isWord), letters.findLastIndex(isWord) + 1).join('')
}
