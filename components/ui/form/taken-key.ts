/** Whether a key belongs to something else: the browser, a field that is written in, a menu or dialog, what Enter and Space press. */
export function isTakenKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
    return true
  const { target } = event
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('[role=dialog],[role=menu]') !== null) return true
  // What presses the control that has the focus stays with it; arrows move in sliders and groups of choices.
  if (event.key === 'Enter' || event.key === ' ')
    return target.closest('a,button,input,select,textarea,summary,audio,video') !== null
  if (event.key.startsWith('Arrow') && target.matches('input,audio,video')) return true
  return target.matches('textarea,select,input:not([type=checkbox],[type=radio],[type=range])')
}
