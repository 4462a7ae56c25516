type Control = HTMLElement & { value?: string }

/**
 * Keeps what a reader does on a page that is drawn and not yet alive (its scripts are on the way), and does it when it is: a click on a
 * button, a form that is sent, what was typed or chosen, a key. Without this a click is lost, and React empties a field at the next key. It runs
 * as the page's first script, from its own text: nothing outside of it can be used here.
 *
 * An element that React has not seen is not alive, nor is one whose events React stops at the document, on their way down: it does so where
 * what is around the element is not hydrated yet, and forgets them. Where something changes around a part whose script is still on the way,
 * React draws the part anew when it comes: the act is for the one element of the same name then. Where several have it, the act is let go:
 * what stands in the same place may be of another row.
 */
export function keepEarlyActs(): void {
  // From the navigation on; after that a page is alive, or its scripts did not come.
  const longestMs = 30_000
  const typed = new Map<Element, string>()
  /** Whoever presses again, as nothing happens, means it once: twice would open a menu and close it. */
  const waiting = new Set<Element>()
  const nameOf = (element: Control) =>
    [element.tagName, element.ariaLabel, element.getAttribute('name'), element.textContent].join(' ')
  const likeOf = (element: Control, kept: string) =>
    [...document.querySelectorAll<Control>(kept)].filter((other) => nameOf(other) === nameOf(element))
  const isSeen = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps$'))

  function keep(type: string, kept: string, again: (element: Control) => void) {
    function onEvent(event: Event) {
      if (performance.now() > longestMs) return removeEventListener(type, onEvent, true)
      const element = event.target instanceof Element ? event.target.closest<Control>(kept) : null
      if (element === null) return
      if (event.isTrusted && element.value !== undefined) typed.set(element, element.value)
      function hold() {
        event.preventDefault()
        event.stopImmediatePropagation()
        if (element === null || waiting.has(element)) return
        waiting.add(element)
        const isOnly = likeOf(element, kept).length === 1
        const page = location.href
        requestAnimationFrame(() => look(element, isOnly, page))
      }
      if (!isSeen(element)) return hold()
      // Comes after React's own there, which then has or has not stopped the event.
      document.addEventListener(type, () => event.cancelBubble && hold(), { capture: true, once: true })
    }
    function look(held: Control, isOnly: boolean, page: string) {
      const isLetGo =
        location.href !== page || performance.now() > longestMs || (!held.isConnected && !isOnly)
      if (isLetGo) return waiting.delete(held)
      const [element, other] = held.isConnected ? [held] : likeOf(held, kept)
      if (element !== undefined && other === undefined && isSeen(element)) {
        waiting.delete(held)
        const text = typed.get(held)
        if (text !== undefined) typed.set(element, text)
        again(element)
      } else requestAnimationFrame(() => look(held, isOnly, page))
    }
    addEventListener(type, onEvent, true)
  }

  keep('click', 'button, input[type="checkbox"], input[type="radio"]', (control) => {
    // Menus open when the pointer goes down.
    const press = { bubbles: true, cancelable: true, button: 0, pointerType: 'mouse' }
    control.dispatchEvent(new PointerEvent('pointerdown', press))
    control.click()
  })
  keep('submit', 'form', (form) => form instanceof HTMLFormElement && form.requestSubmit())
  // What was typed is kept here, as what React hears of one field empties the others. It hears of a value that differs from the one it
  // noticed last, and notices what is set on the element, not what is set below.
  keep('input', 'input:not([type="checkbox"], [type="radio"], [type="file"]), textarea', (field) => {
    field.value = ''
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, typed.get(field))
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  // A file stays chosen, and no script may choose it again.
  keep('change', 'select, input[type="file"]', (choice) => {
    if (choice instanceof HTMLSelectElement) choice.value = typed.get(choice) ?? choice.value
    choice.dispatchEvent(new Event('change', { bubbles: true }))
  })
  // Keys that stand for acts wait for who hears them, which says so (use-keys.ts). What is written, and keys of the browser, are not for them.
  const pressed = [] as KeyboardEvent[]
  const address = location.href
  function press(event: KeyboardEvent) {
    if (performance.now() > longestMs) return removeEventListener('keydown', press)
    const { target, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey || !(target instanceof Element)) return
    if (target.closest('a, button, input, select, textarea, summary, [contenteditable]') === null)
      pressed.push(event)
  }
  addEventListener('keydown', press)
  function pressAgain() {
    removeEventListener('keydown', press)
    if (location.href !== address || performance.now() > longestMs) return
    for (const event of pressed)
      if (!event.defaultPrevented && event.target instanceof Element && event.target.isConnected)
        event.target.dispatchEvent(new KeyboardEvent('keydown', event))
  }
  addEventListener('keys-are-heard', pressAgain, { once: true })
}
