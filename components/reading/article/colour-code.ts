import type { CodePart } from './code-languages.ts'

/** Longer code stays plain: patterns of the highlighter take the square of what is written against them. */
const mostLetters = 6000
/** Of each text so many blocks are coloured. */
const mostBlocks = 60
/** A language is guessed from the beginning. */
const guessedLetters = 800
/** A longer beginning that takes more time was written against the highlighter: the rest is not tried. */
const patienceMs = 40
/** Each trial is so much longer than the one before, so that what takes too long is found out early. */
const growth = 1.25
const firstLetters = 400

/** Colours the code of an article, a block at a time while the browser has nothing else to do, until the signal ends it. */
export async function colourCode(article: HTMLElement, signal: AbortSignal): Promise<void> {
  const blocks = [...article.querySelectorAll<HTMLElement>('pre')]
    .filter((block) => block.querySelector('[data-code]') === null && isCode(readCode(block).code))
    .slice(0, mostBlocks)
  if (blocks.length === 0) return
  const languages = await import('./code-languages.ts')
  for (const block of blocks) {
    await idle()
    if (signal.aborted) return
    const { code } = readCode(block)
    const holder =
      block.querySelector<HTMLElement>('[data-language]') ?? block.closest<HTMLElement>('[data-language]')
    const named = holder?.dataset['language']
    const language =
      named !== undefined && languages.knowsLanguage(named)
        ? named
        : await languages.guessCodeLanguage(code.slice(0, guessedLetters), pause)
    const parts =
      language === null ? null : await partsInTime(code, (text) => languages.partsOf(text, language))
    if (signal.aborted) return
    // A reader's marks split the text meanwhile, but left its words.
    if (parts !== null && readCode(block).code === code) drawParts(block, parts)
  }
}

/** More than a word, and short enough. */
function isCode(text: string): boolean {
  return text.length <= mostLetters && text.trim().length > 8
}

/** The parts of a code, tried at growing beginnings; null: it takes too long. */
async function partsInTime(
  code: string,
  partsOf: (text: string) => readonly CodePart[],
): Promise<readonly CodePart[] | null> {
  for (let length = firstLetters; ; length = Math.ceil(length * growth)) {
    const startedAt = performance.now()
    const parts = partsOf(code.slice(0, length))
    if (length >= code.length) return parts
    // The first trial may compile the grammar, which takes longer than the code does.
    if (length > firstLetters && performance.now() - startedAt > patienceMs) return null
    await pause()
  }
}

/** Lets presses and keys through. */
function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

/** Safari has no idle callbacks. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 500 })
    else setTimeout(resolve, 16)
  })
}

/** The text nodes of a block with where each begins, and its text. Some publishers end lines by elements. */
function readCode(block: HTMLElement) {
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  const nodes: { readonly node: Text; readonly start: number }[] = []
  let code = ''
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text) nodes.push({ node, start: code.length })
    code += node instanceof Text ? node.data : lineEndOf(node)
  }
  return { nodes, code }
}

function lineEndOf(node: Node): string {
  return node instanceof HTMLBRElement ? '\n' : ''
}

/** Wraps the parts of a block. Text nodes are cut where parts begin and end, so that the marks of a reader stay. */
function drawParts(block: HTMLElement, parts: readonly CodePart[]): void {
  const { nodes } = readCode(block)
  let next = 0
  for (const { node, start } of nodes) {
    const end = start + node.data.length
    const pieces: Node[] = []
    let done = start
    while ((parts[next]?.end ?? Infinity) <= start) next += 1
    for (let index = next; (parts[index]?.start ?? Infinity) < end; index += 1) {
      const part = parts[index]
      if (part === undefined) break
      const from = Math.max(part.start, start)
      const to = Math.min(part.end, end)
      if (from > done) pieces.push(new Text(node.data.slice(done - start, from - start)))
      const piece = document.createElement('span')
      piece.dataset['code'] = part.kind
      piece.textContent = node.data.slice(from - start, to - start)
      pieces.push(piece)
      done = to
    }
    if (pieces.length === 0) continue
    if (done < end) pieces.push(new Text(node.data.slice(done - start)))
    node.replaceWith(...pieces)
  }
}
