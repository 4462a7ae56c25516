import { useFolders } from '#lib/queries/organising/folders.ts'
import { useLabels } from '#lib/queries/organising/labels.ts'
import { useSubscriptions } from '#lib/queries/organising/subscriptions.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { unknownNames, type UnknownName } from './unknown-names.ts'

/** Names in the text that nothing has; none while the text has mistakes, or where names are not there yet. */
export function useUnknownNames(text: string, isUnderstood: boolean): UnknownName[] {
  const folders = useFolders().data
  const subscriptions = useSubscriptions().data
  const labels = useLabels().data
  if (!isUnderstood) return []
  return unknownNames(text, {
    in: folders?.map(({ name }) => [name]),
    label: labels?.map(({ name }) => [name]),
    from: subscriptions?.map(({ title, sourceTitle, url, siteUrl }) => [
      title,
      sourceTitle,
      URL.parse(url)?.hostname ?? '',
      URL.parse(siteUrl ?? '')?.hostname ?? '',
    ]),
  })
}

/** The words about an unknown name, without and with one that is near. */
const unknownWords = {
  folder: ['unknown-folder', 'unknown-folder-near'],
  label: ['unknown-label', 'unknown-label-near'],
  source: ['unknown-source', 'unknown-source-near'],
} as const

/** A warning, no mistake: the search is asked, and its other parts may find something. */
export function UnknownNote({ unknown: { kind, name, nearest } }: { readonly unknown: UnknownName }) {
  const t = useWords('search')
  const [alone, near] = unknownWords[kind]
  const words = nearest === null ? t(alone, { name }) : t(near, { name, nearest })
  return <p className="pt-1 text-late">{words}</p>
}
