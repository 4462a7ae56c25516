import { setFolderOpen } from './open-folders.ts'

/** The listeners of the tree as a whole; its rows have none of their own. */
export type TreeListeners = {
  readonly navigate: (href: string) => void
  /** The row that has the focus is where Tab comes back to. */
  readonly onFocus: (rowKey: string) => void
  readonly onMenu: (row: HTMLElement, x: number, y: number) => void
  readonly onDrag: (row: HTMLElement) => void
  /** Somebody may be about to drag or to open a menu. */
  readonly onTouch: () => void
}

/** Listens until `signal` aborts. */
export function listenToTree(tree: HTMLElement, listeners: () => TreeListeners, signal: AbortSignal): void {
  tree.addEventListener('click', (event) => onClick(event, listeners()), { signal })
  tree.addEventListener('keydown', (event) => onKeyDown(tree, event), { signal })
  for (const type of ['pointerenter', 'pointerdown', 'focusin'])
    tree.addEventListener(type, () => listeners().onTouch(), { signal })
  tree.addEventListener(
    'focusin',
    (event) => {
      const key = rowOf(event.target)?.dataset['row']
      if (key !== undefined) listeners().onFocus(key)
    },
    { signal },
  )
  tree.addEventListener(
    'contextmenu',
    (event) => {
      const row = rowOf(event.target)
      if (row === null || event.shiftKey) return
      event.preventDefault()
      // By keyboard there is no pointer: the menu opens below the row.
      const { left, bottom } = row.getBoundingClientRect()
      const isPointed = event.clientX !== 0 || event.clientY !== 0
      listeners().onMenu(row, isPointed ? event.clientX : left + 24, isPointed ? event.clientY : bottom)
    },
    { signal },
  )
  tree.addEventListener(
    'dragstart',
    (event) => {
      const row = rowOf(event.target)
      if (row === null || row.dataset['row']?.startsWith('label')) return
      if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move'
      // After this event: a tree that changes while it is handled ends the drag in Chromium.
      setTimeout(() => listeners().onDrag(row))
    },
    { signal },
  )
}

function onClick(event: MouseEvent, { navigate, onMenu }: TreeListeners): void {
  if (!(event.target instanceof Element)) return
  const toggle = event.target.closest<HTMLElement>('[data-toggle]')
  if (toggle !== null) return setFolderOpen(Number(toggle.dataset['toggle']), !isExpanded(toggle))
  const more = event.target.closest('[data-more]')
  const row = rowOf(event.target)
  if (more !== null && row !== null) {
    const { left, bottom } = more.getBoundingClientRect()
    return onMenu(row, left, bottom)
  }
  const href = event.target.closest('a')?.getAttribute('href')
  if (!href || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  navigate(href)
}

/** Up and down move, left and right close and open, as in a tree of files; the ends by Home and End. */
function onKeyDown(tree: HTMLElement, event: KeyboardEvent): void {
  const row = rowOf(event.target)
  if (row === null || event.ctrlKey || event.metaKey || event.altKey) return
  const act = keyActs(tree, row)[event.key]
  if (act === undefined) return
  event.preventDefault()
  act()
}

function keyActs(tree: HTMLElement, row: HTMLElement): Readonly<Record<string, () => void>> {
  const rows = [...tree.querySelectorAll<HTMLElement>('[data-row]')]
  const at = rows.indexOf(row)
  const focus = (index: number) => rows[index]?.querySelector('a')?.focus()
  const toggle = row.querySelector<HTMLElement>('[data-toggle]')
  const id = Number(toggle?.dataset['toggle'])
  const isRtl = getComputedStyle(tree).direction === 'rtl'
  const into = () => (toggle !== null && !isExpanded(toggle) ? setFolderOpen(id, true) : focus(at + 1))
  const out = () => {
    if (toggle !== null && isExpanded(toggle)) return setFolderOpen(id, false)
    const around = row.closest('ul')?.parentElement?.querySelector<HTMLElement>(':scope > [data-row]')
    if (around) focus(rows.indexOf(around))
  }
  return {
    ArrowDown: () => focus(at + 1),
    ArrowUp: () => focus(at - 1),
    Home: () => focus(0),
    End: () => focus(rows.length - 1),
    ArrowRight: isRtl ? out : into,
    ArrowLeft: isRtl ? into : out,
  }
}

function isExpanded(toggle: HTMLElement): boolean {
  return toggle.getAttribute('aria-expanded') === 'true'
}

/** The line of the tree that something happened in. */
function rowOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
}
