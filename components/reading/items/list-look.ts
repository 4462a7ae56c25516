import { useMemo } from 'react'
import type { ListDensity, ListLayout, SourceCap } from '#lib/api/lists/list-settings.ts'
import type { PostingListFilter } from '#lib/api/postings/postings.ts'
import { showError } from '#components/ui/open/toast.tsx'
import { useChangeListSettings, useListSettings } from '#lib/queries/postings/list-settings.ts'
import { useSettings } from '#lib/queries/accounts/settings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { rememberedScope } from './reading-address.ts'

/** The look of a list. */
export type ListLook = {
  readonly layout: ListLayout
  readonly density: ListDensity
  readonly sourceCap: SourceCap
}

/** The look that was chosen for a list, and how to choose another. */
export function useListLook(filter: PostingListFilter) {
  const t = useWords('reading')
  const { lists } = useListSettings()
  const settings = useSettings()
  const remember = useChangeListSettings()
  const scope = rememberedScope(filter)
  const layout = lists[scope]?.layout ?? lists['*']?.layout ?? 'panes'
  const density = lists[scope]?.density ?? lists['*']?.density ?? settings.density
  const sourceCap = lists[scope]?.sourceCap ?? lists['*']?.sourceCap ?? 'off'
  const look = useMemo((): ListLook => ({ layout, density, sourceCap }), [layout, density, sourceCap])
  function changeLook(list: Partial<ListLook>) {
    remember.mutate({ scope, list }, { onError: (error) => showError(t('notSaved'), error) })
  }
  return { look, changeLook }
}

/** Whether the text stands beside the list; otherwise it is over it, or in it. */
export function hasPane({ layout }: ListLook): boolean {
  return layout === 'panes'
}
