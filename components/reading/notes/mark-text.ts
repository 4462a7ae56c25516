import { contextLength } from '#lib/api/parts/limits.ts'
import type { Highlight, HighlightRequest } from '#lib/api/postings/postings.ts'
import { findQuote, type QuotePlace } from './find-quote.ts'

const markName = 'data-highlight'

/** The text nodes of an element, each with where it begins in the text of all. */
function textNodes(root: HTMLElement): { readonly node: Text; readonly start: number }[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const nodes: { node: Text; start: number }[] = []
  let start = 0
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (!(node instanceof Text)) continue
    nodes.push({ node, start })
    start += node.data.length
  }
  return nodes
}

/**
 * Draws highlights into an article in the place of those that are drawn there.
 * @returns the numbers of those whose words are not there any more
 */
export function drawHighlights(article: HTMLElement, highlights: readonly Highlight[]): number[] {
  eraseHighlights(article)
  const text = textNodes(article)
    .map(({ node }) => node.data)
    .join('')
  return highlights.flatMap((highlight) => {
    const place = findQuote(text, highlight)
    if (place === null) return [highlight.id]
    for (const { node, start } of textNodes(article)) wrap(node, start, place, highlight.id)
    return []
  })
}

/** Takes all that was drawn out of an article. */
function eraseHighlights(article: HTMLElement): void {
  for (const mark of article.querySelectorAll(`mark[${markName}]`)) mark.replaceWith(...mark.childNodes)
  article.normalize()
}

/** Wraps that part of a text node that lies in a place. */
function wrap(node: Text, nodeStart: number, { start, end }: QuotePlace, id: number): void {
  const from = Math.max(start - nodeStart, 0)
  const to = Math.min(end - nodeStart, node.data.length)
  if (from >= to || node.data.slice(from, to).trim() === '') return
  const part = from > 0 ? node.splitText(from) : node
  if (to - from < part.data.length) part.splitText(to - from)
  const mark = document.createElement('mark')
  mark.setAttribute(markName, String(id))
  part.replaceWith(mark)
  mark.append(part)
}

/** The number of the highlight that an element lies in; null: none. */
export function highlightAt(element: EventTarget | null): number | null {
  const mark = element instanceof Element ? element.closest(`mark[${markName}]`) : null
  return mark === null ? null : Number(mark.getAttribute(markName))
}

/** Brings a highlight into sight. */
export function showHighlight(article: HTMLElement, id: number): void {
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  article
    .querySelector(`mark[${markName}="${id}"]`)
    ?.scrollIntoView({ block: 'center', behavior: isCalm ? 'auto' : 'smooth' })
}

/** The selection in an article, and where it is drawn; null: nothing, or not only there. */
export type Selected = { readonly highlight: HighlightRequest; readonly box: DOMRect }

export function readSelection(article: HTMLElement): Selected | null {
  const selection = getSelection()
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  if (!article.contains(range.commonAncestorContainer)) return null
  const ahead = document.createRange()
  ahead.setStart(article, 0)
  ahead.setEnd(range.startContainer, range.startOffset)
  const text = article.textContent
  const written = range.toString()
  const start = ahead.toString().length + (written.length - written.trimStart().length)
  const quote = written.trim()
  const end = start + quote.length
  if (quote === '') return null
  const before = text.slice(Math.max(0, start - contextLength), start)
  return {
    highlight: { quote, before, behind: text.slice(end, end + contextLength) },
    box: range.getBoundingClientRect(),
  }
}
