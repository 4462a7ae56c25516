import { stepHistory } from '#components/ui/step-history.ts'

/** On the reading page: opens the search in the folder or source that is shown; in an open search it goes to the field. */
export function openSearch(): void {
  const field = document.getElementById('search-field')
  if (field instanceof HTMLInputElement) return field.select()
  const shown = new URLSearchParams(window.location.search)
  const asked = new URLSearchParams()
  for (const name of ['folder', 'source']) {
    const value = shown.get(name)
    if (value !== null) asked.set(name, value)
  }
  asked.set('q', '')
  stepHistory('push', `/?${asked}`)
}
