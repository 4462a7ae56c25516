import { useSearchParams } from 'next/navigation'
import { stepHistory } from '#components/ui/step-history.ts'

/** The feed that is looked at: a source that is known here, or a feed of a starter pack. */
export type Looked = { readonly sourceId: number } | { readonly url: string }

/** "/discover?source=5", "/discover?feed=https://…": what is looked at is in the address. */
export function useLooked() {
  const search = useSearchParams()
  const source = search.get('source')
  const url = search.get('feed')
  return { looked: lookedOf(source, url), look }
}

function lookedOf(source: string | null, url: string | null): Looked | null {
  if (source !== null && /^[1-9]\d{0,8}$/.test(source)) return { sourceId: Number(source) }
  return url === null ? null : { url }
}

/** The list keeps its place: the first look makes a step of history, going on to others none. */
function look(next: Looked | null): void {
  const address = next === null ? '/discover' : lookAddress(next)
  const isFirst = window.location.search === '' && next !== null
  stepHistory(isFirst ? 'push' : 'replace', address)
}

export function lookAddress(looked: Looked): string {
  const search = new URLSearchParams()
  if ('url' in looked) search.set('feed', looked.url)
  else search.set('source', String(looked.sourceId))
  return `/discover?${search}`
}
