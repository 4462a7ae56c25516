import { useSearchParams } from 'next/navigation'
import { useMemo, useRef } from 'react'
import type { PostingListFilter } from '#lib/api/postings.ts'
import { formatReadingState, parseReadingState } from './reading-address.ts'

/**
 * The state in the address, and ways to change it without asking the server for a page. Opening the first posting
 * makes one step of history, going on to others none: "back" leads from any text to the list it came from.
 */
export function useReadingAddress() {
  const search = useSearchParams()
  const state = useMemo(() => parseReadingState(search), [search])
  const hasPushed = useRef(false)

  function open(postingId: string) {
    const address = formatReadingState({ ...state, postingId })
    if (state.postingId === null) {
      hasPushed.current = true
      window.history.pushState(null, '', address)
    } else window.history.replaceState(null, '', address)
  }

  function close() {
    if (hasPushed.current) window.history.back()
    else window.history.replaceState(null, '', formatReadingState({ ...state, postingId: null }))
    hasPushed.current = false
  }

  function changeFilter(change: Partial<PostingListFilter>) {
    const filter = { ...state.filter, ...change }
    window.history.pushState(null, '', formatReadingState({ filter, postingId: null }))
  }

  return { ...state, open, close, changeFilter }
}
