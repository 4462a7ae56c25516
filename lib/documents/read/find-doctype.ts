/**
 * The place of the document type declaration in a text, its internal subset included; null without one that ends.
 * It stands before the first element; what looks like one in a comment or in the text of a posting is none.
 * Each part is searched for once: from each of many beginnings, a search to the end of a long document would take hours.
 */
export function findDoctype(text: string): { readonly start: number; readonly end: number } | null {
  const start = findStart(text)
  if (start === -1) return null
  const declaration = /<!DOCTYPE[^>[]*(?:\[[\s\S]*?\]\s*)?>/iy
  declaration.lastIndex = start
  return declaration.test(text) ? { start, end: declaration.lastIndex } : null
}

function findStart(text: string): number {
  const markup = /<!DOCTYPE|<!--|<\?|<[a-z]/gi
  for (let match = markup.exec(text); match !== null; match = markup.exec(text)) {
    const isComment = match[0] === '<!--'
    if (!isComment && match[0] !== '<?') return match[0].startsWith('<!') ? match.index : -1
    const end = text.indexOf(isComment ? '-->' : '?>', markup.lastIndex)
    if (end === -1) return -1
    markup.lastIndex = end
  }
  return -1
}
