import { useFolders } from '#lib/queries/organising/folders.ts'
import { useLabels } from '#lib/queries/organising/labels.ts'
import { useViews } from '#lib/queries/organising/views.ts'
import { useWords } from '#lib/words/use-words.tsx'

type PlaceGroup = {
  readonly title: string
  readonly places: readonly { readonly value: string; readonly name: string }[]
}

/** The lists of which there can be a feed or a digest: single ones, then those of each kind by name. */
export function usePlaces(hasStarred: boolean) {
  const t = useWords('outputs')
  const folders = useFolders().data ?? []
  const labels = useLabels().data ?? []
  const views = useViews().data ?? []
  const group = (
    title: string,
    kind: string,
    rows: readonly { readonly id: number; readonly name: string }[],
  ): PlaceGroup => ({ title, places: rows.map(({ id, name }) => ({ value: `${kind}:${id}`, name })) })
  const single = [
    { value: 'all', name: t('everything') },
    ...(hasStarred ? [{ value: 'starred', name: t('starred') }] : []),
  ]
  const groups = [
    group(t('folders'), 'folder', folders),
    group(t('labels'), 'label', labels),
    group(t('views'), 'view', views),
  ].filter(({ places }) => places.length > 0)
  const nameOf = (value: string) =>
    [...single, ...groups.flatMap(({ places }) => places)].find((place) => place.value === value)?.name ?? ''
  return { single, groups, nameOf }
}
