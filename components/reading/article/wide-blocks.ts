/** A block that scrolls sideways in its place, with the frame around it and the place of its tools. */
export type WideBlock = {
  readonly kind: 'code' | 'table'
  readonly frame: HTMLElement
  readonly block: HTMLElement
  readonly tools: HTMLElement
}

/** Cells of so many letters keep them on one line. */
const shortCell = 16

/** Tables that compare nothing: they only put a picture beside a text. */
const layoutTable = ':has(img):not(:has(th, tr + tr))'

/** Of each text so many blocks get tools: a text of thousands would make a page slow. */
const mostBlocks = 200

/** Frames the first blocks of code and tables of an article. A block that was framed before keeps its frame. */
export function frameWideBlocks(article: HTMLElement): readonly WideBlock[] {
  const blocks = [...article.querySelectorAll<HTMLElement>('pre, table')]
  return blocks
    .filter((block) => block.parentElement?.closest('table, pre') === null && !block.matches(layoutTable))
    .slice(0, mostBlocks)
    .map((block) => {
      const kind = block.tagName === 'PRE' ? 'code' : 'table'
      if (kind === 'table') markShortCells(block)
      return { kind, block, ...framed(block, kind) }
    })
}

function framed(block: HTMLElement, kind: WideBlock['kind']): Pick<WideBlock, 'frame' | 'tools'> {
  const parent = block.parentElement
  const old = parent?.querySelector<HTMLElement>(':scope > [data-tools]')
  if (parent?.dataset['wide'] === kind && old) return { frame: parent, tools: old }
  const frame = document.createElement('div')
  const tools = document.createElement('div')
  frame.dataset['wide'] = kind
  tools.dataset['tools'] = ''
  block.replaceWith(frame)
  frame.append(block, tools)
  return { frame, tools }
}

function markShortCells(table: HTMLElement): void {
  for (const cell of table.querySelectorAll<HTMLElement>('td, th')) {
    if (cell.textContent.trim().length <= shortCell) cell.dataset['short'] = ''
  }
}

/** Says at a frame on which sides its block goes on, and lets the keyboard reach a block that scrolls. */
export function followEdges({ frame, block }: WideBlock, onChange: (overflows: boolean) => void): () => void {
  const look = () => {
    const room = block.scrollWidth - block.clientWidth
    const at = Math.abs(block.scrollLeft) // negative from right to left
    frame.toggleAttribute('data-more-before', at > 1)
    frame.toggleAttribute('data-more-behind', room - at > 1)
    if (room > 1) block.tabIndex = 0
    else block.removeAttribute('tabindex')
    onChange(room > 1)
  }
  look()
  const observer = new ResizeObserver(look)
  observer.observe(block)
  block.addEventListener('scroll', look, { passive: true })
  return () => {
    observer.disconnect()
    block.removeEventListener('scroll', look)
  }
}

/** Room at each side of a widened table. */
const gutterPx = 24

/** The room that the pane around an article has for a table, in px. */
export function paneRoom(block: HTMLElement): number {
  const pane = block.closest('#text, [role=feed], main') ?? document.documentElement
  return pane.clientWidth - 2 * gutterPx
}

/** Widens the frame of a table as far as it needs and its pane goes, to both sides; null takes that back. */
export function widen({ frame, block }: WideBlock, toPx: number | null): void {
  frame.style.removeProperty('width')
  frame.style.removeProperty('margin-inline-start')
  if (toPx === null) return
  const column = frame.clientWidth
  // First all the room there is, to see how much of it the columns take.
  frame.style.setProperty('width', `${toPx}px`)
  const taken = block.querySelector('tr')?.getBoundingClientRect().width ?? column
  const width = Math.max(column, Math.min(Math.ceil(taken), toPx))
  frame.style.setProperty('width', `${width}px`)
  frame.style.setProperty('margin-inline-start', `${(column - width) / 2}px`)
}
