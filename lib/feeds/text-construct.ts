import { htmlToText, looksLikeHtml, onOneLine } from './plain-text.ts'
import type { XmlNode } from './xml-node.ts'

/** Which rules say whether a text is HTML: Atom labels its texts, RSS leaves it to guessing. */
export type TextRules = 'atom' | 'rss'

/** The text of an element as one line of plain text; null when there is none. */
export function plainTextOf(node: XmlNode | undefined, rules: TextRules): string | null {
  if (node === undefined) return null
  const text = unpacked(node)
  const mayBeHtml = rules === 'rss' || isPacked(node)
  const isHtml = node.isMarkup || typeOf(node, rules) === 'html' || (mayBeHtml && looksLikeHtml(text))
  const plain = isHtml ? htmlToText(text) : onOneLine(text)
  return plain === '' ? null : plain
}

/** The text of an element as HTML, not sanitised yet; '' when there is none. */
export function htmlOf(node: XmlNode | undefined, rules: TextRules): string {
  if (node === undefined) return ''
  const text = unpacked(node).trim()
  const type = typeOf(node, rules)
  if (node.isMarkup || type === 'html') return text
  if (type === 'other') return ''
  if (rules === 'atom' || !looksLikeHtml(text)) return textToHtml(text)
  return text
}

/** Plain text as HTML that shows the same, line ends included. */
export function textToHtml(text: string): string {
  const escaped = text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
  return escaped.replace(/\r?\n/g, '<br />')
}

function unpacked(node: XmlNode): string {
  return isPacked(node) ? Buffer.from(node._, 'base64').toString('utf8') : node._
}

/** Atom 0.3 allows text in base64; some say so with a media type instead. */
function isPacked({ $ }: XmlNode): boolean {
  return $['mode'] === 'base64' || $['encoding'] === 'base64' || $['type'] === 'application/octet-stream'
}

/** RFC 4287 3.1.1 and 4.1.3.3, Atom 0.3's media types included. */
function typeOf(node: XmlNode, rules: TextRules): 'text' | 'html' | 'other' | 'unknown' {
  const type = (node.$['type'] ?? '').trim().toLowerCase()
  if (type === 'html' || type === 'xhtml' || type.endsWith('/html') || type.includes('xhtml')) return 'html'
  if (rules === 'rss') return 'unknown'
  if (type === '' || type === 'text' || type.startsWith('text/')) return 'text'
  if (type.endsWith('/xml') || type.endsWith('+xml')) return node.isMarkup ? 'html' : 'text'
  return 'other'
}
