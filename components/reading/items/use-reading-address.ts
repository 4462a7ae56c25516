import { useSearchParams } from 'next/navigation'
import { useMemo, useRef } from 'react'
import { stepHistory } from '#components/ui/step-history.ts'
import { showError } from '#components/ui/open/toast.tsx'
import type { PostingListFilter } from '#lib/api/postings/postings.ts'
import { useChangeListSettings, useListSettings } from '#lib/queries/postings/list-settings.ts'
import { useWords } from '#lib/words/use-words.tsx'
import { formatReadingState, parseReadingState, rememberedScope, usualBest } from './reading-address.ts'

/**
 * The state in the address, and ways to change it without asking the server for a page. Opening the first posting
 * makes one step of history, going on to others none: "back" leads from any text to the list it came from.
 */
export function useReadingAddress() {
  const t = useWords('reading')
  const search = useSearchParams()
  const settings = useListSettings()
  const remember = useChangeListSettings()
  const { postingId } = parseReadingState(search, settings)
  const list = new URLSearchParams(search)
  list.delete('posting')
  const listSearch = list.toString()
  // The same object while another posting of the list is opened.
  const filter = useMemo(
    () => parseReadingState(new URLSearchParams(listSearch), settings).filter,
    [listSearch, settings],
  )
  const state = { filter, postingId }
  const hasPushed = useRef(false)

  function open(postingId: string) {
    const address = formatReadingState({ ...state, postingId }, settings)
    const isFirst = state.postingId === null
    if (isFirst) hasPushed.current = true
    stepHistory(isFirst ? 'push' : 'replace', address)
  }

  function close() {
    if (hasPushed.current) window.history.back()
    else stepHistory('replace', formatReadingState({ ...state, postingId: null }, settings))
    hasPushed.current = false
  }

  /**
   * The choice of postings and their order is from now on for this list, without a step of history: "back" could not take it
   * back. What is searched, and whether, is in the address alone, and a step.
   */
  function changeFilter(change: Partial<PostingListFilter>) {
    const filter = { ...state.filter, ...change }
    // Another search stands as usual, unless another order was chosen for the one before.
    const isOther = change.query !== undefined && !('best' in change) && change.viewId === undefined
    if (isOther && state.filter.best === usualBest(state.filter)) filter.best = usualBest(filter)
    const isSearch = filter.query !== undefined || state.filter.query !== undefined
    const address = formatReadingState({ filter, postingId: null }, settings)
    stepHistory(isSearch ? 'push' : 'replace', address)
    if (isSearch) return
    remember.mutate(
      {
        scope: rememberedScope(filter),
        list: change.show === undefined ? { order: filter.order } : { show: filter.show },
      },
      { onError: (error) => showError(t('notSaved'), error) },
    )
  }

  return { ...state, open, close, changeFilter }
}
