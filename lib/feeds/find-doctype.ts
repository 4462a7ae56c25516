/**
 * Where the first document type declaration of a text stands, its internal subset included; null without one that ends.
 * Tried at the first beginning only: from each of many, a search to the end of a long document would take hours.
 */
export function findDoctype(text: string): { readonly start: number; readonly end: number } | null {
  const start = text.search(/<!DOCTYPE/i)
  if (start === -1) return null
  const declaration = /<!DOCTYPE[^>[]*(?:\[[\s\S]*?\]\s*)?>/iy
  declaration.lastIndex = start
  return declaration.test(text) ? { start, end: declaration.lastIndex } : null
}
