/** A stretch of text that both versions have, or one of them. */
export type DiffPart = { readonly kind: 'kept' | 'removed' | 'added'; readonly text: string }

/**
 * The difference between two texts: lines are compared first, then the words of lines that differ. Kept and removed parts
 * together are the text before, kept and added ones the text after.
 */
export function diffTexts(before: string, after: string): DiffPart[] {
  const parts: DiffPart[] = []
  let removed = ''
  for (const part of [...compare(linesOf(before), linesOf(after)), null]) {
    if (part?.kind === 'removed') {
      removed = part.text
      continue
    }
    const added = part?.kind === 'added' ? part.text : ''
    parts.push(...compare(wordsOf(removed), wordsOf(added)))
    removed = ''
    if (part?.kind === 'kept') parts.push(part)
  }
  return merge(parts)
}

function linesOf(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? []
}

/** Words with the space behind them; scripts without spaces are compared letter by letter. */
function wordsOf(text: string): string[] {
  const unspaced = String.raw`\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}`
  return text.match(new RegExp(`[${unspaced}]\\s*|[^\\s${unspaced}]+\\s*|\\s+`, 'gu')) ?? []
}

/** Cells of the table of comparisons: some 10 ms. What is longer is shown as replaced in one piece. */
const mostCells = 4_000_000

/** The longest common subsequence of both lists is kept; at each place removed comes before added. */
function compare(before: readonly string[], after: readonly string[]): DiffPart[] {
  const head = commonLength(before, after)
  const tail = commonLength(before.slice(head).reverse(), after.slice(head).reverse())
  const oldMiddle = before.slice(head, before.length - tail)
  const newMiddle = after.slice(head, after.length - tail)
  return merge([
    { kind: 'kept', text: before.slice(0, head).join('') },
    ...(oldMiddle.length * newMiddle.length > mostCells
      ? replaced(oldMiddle, newMiddle)
      : compareMiddles(oldMiddle, newMiddle)),
    { kind: 'kept', text: before.slice(before.length - tail).join('') },
  ])
}

function commonLength(one: readonly string[], other: readonly string[]): number {
  const differs = one.findIndex((token, index) => token !== other[index])
  return differs === -1 ? one.length : differs
}

function replaced(before: readonly string[], after: readonly string[]): DiffPart[] {
  return [
    { kind: 'removed', text: before.join('') },
    { kind: 'added', text: after.join('') },
  ]
}

function compareMiddles(before: readonly string[], after: readonly string[]): DiffPart[] {
  const parts: DiffPart[] = []
  const commonAfter = commonTable(before, after)
  let i = 0
  let j = 0
  while (i < before.length || j < after.length) {
    const [old = '', fresh = ''] = [before[i], after[j]]
    if (i < before.length && old === fresh) {
      parts.push({ kind: 'kept', text: old })
      i++
      j++
    } else if (i < before.length && commonAfter(i + 1, j) >= commonAfter(i, j + 1)) {
      parts.push({ kind: 'removed', text: old })
      i++
    } else {
      parts.push({ kind: 'added', text: fresh })
      j++
    }
  }
  return parts
}

/** The number of tokens that the rests from `i` and `j` on have in common, for all of them. */
function commonTable(before: readonly string[], after: readonly string[]): (i: number, j: number) => number {
  const width = after.length + 1
  const table = new Uint32Array((before.length + 1) * width)
  const at = (i: number, j: number) =>
    i > before.length || j > after.length ? 0 : (table[i * width + j] ?? 0)
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      table[i * width + j] =
        before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  return at
}

/** Neighbours of one kind become one part; between two kept parts what was removed stands first. */
function merge(parts: readonly DiffPart[]): DiffPart[] {
  const merged: DiffPart[] = []
  let removed = ''
  let added = ''
  const flush = () => {
    if (removed !== '') merged.push({ kind: 'removed', text: removed })
    if (added !== '') merged.push({ kind: 'added', text: added })
    removed = added = ''
  }
  for (const { kind, text } of parts) {
    if (text === '') continue
    if (kind === 'removed') removed += text
    else if (kind === 'added') added += text
    else {
      flush()
      const last = merged.at(-1)
      if (last?.kind === 'kept') merged.splice(-1, 1, { kind, text: last.text + text })
      else merged.push({ kind, text })
    }
  }
  flush()
  return merged
}
