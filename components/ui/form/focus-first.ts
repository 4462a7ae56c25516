/** The ref of the field that a page is for: typing can begin at once, unless the reader types elsewhere already. */
export function focusFirst(field: HTMLInputElement | null): void {
  if (document.activeElement instanceof HTMLInputElement) return
  field?.focus()
}
