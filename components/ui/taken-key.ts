/** Whether a key belongs to something else: the browser, a field that is written in, a menu or dialog, what Enter presses. */
export function isTakenKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
    return true
  const { target } = event
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('[role=dialog],[role=menu]') !== null) return true
  if (event.key === 'Enter') return target.closest('a,button,input,select,textarea,summary') !== null
  return target.matches('textarea,select,input:not([type=checkbox],[type=radio],[type=range])')
}
