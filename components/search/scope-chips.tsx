'use client'

import type { PostingListFilter } from '#lib/api/postings/postings.ts'
import { useFolders } from '#lib/queries/organising/folders.ts'
import { useSubscriptions } from '#lib/queries/organising/subscriptions.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { ChipChoice } from '#components/ui/form/chip-choice.tsx'
import { SaveView } from './save-view.tsx'

/** A folder or a source, or neither. */
export type ListPlace = Pick<PostingListFilter, 'folderId' | 'sourceId'>

type ScopeChipsProps = {
  readonly filter: PostingListFilter
  readonly place: ListPlace
  readonly onChange: (change: Partial<PostingListFilter>) => void
}

/** The scope of a search, and the way to keep the search. */
export function ScopeChips({ filter, place, onChange }: ScopeChipsProps) {
  const t = useWords('search')
  const folder = useFolders().data?.find(({ id }) => id === place.folderId)
  const source = useSubscriptions().data?.find(({ sourceId }) => sourceId === place.sourceId)
  const name = folder?.name ?? source?.title
  const isNarrow = filter.folderId !== undefined || filter.sourceId !== undefined
  const options = [
    { value: 'everything', label: t('everything') },
    ...(name === undefined ? [] : [{ value: 'place', label: name }]),
  ]
  return (
    <div className="flex flex-wrap items-center gap-2 pt-2">
      {name === undefined ? null : (
        <ChipChoice
          label={t('where')}
          value={isNarrow ? 'place' : 'everything'}
          options={options}
          onChange={(value) =>
            onChange(value === 'place' ? place : { folderId: undefined, sourceId: undefined })
          }
        />
      )}
      <span className="flex-1" />
      <SaveView filter={filter} place={{ folder: folder?.name, source: source?.title }} onChange={onChange} />
    </div>
  )
}
