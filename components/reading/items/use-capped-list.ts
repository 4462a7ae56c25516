import { useEffect, useMemo, useState } from 'react'
import { useClock } from '#components/ui/time.tsx'
import type { PostingList } from './use-posting-list.ts'

type Tools = typeof import('./cap-sources.ts')

/** A list with at most so many postings of a source a day (0: all); what is folded stays unread, and opens. */
export function useCappedList(list: PostingList, most: number) {
  const { timeZone } = useClock()
  const { postings } = list
  const [tools, setTools] = useState<Tools | null>(null)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  // Few want this: its code comes with the first list that does.
  useEffect(() => {
    if (most > 0) import('./cap-sources.ts').then(setTools, () => undefined) // without it the list is whole
  }, [most])
  const folded = useMemo(
    () => (most > 0 ? tools?.capSources(postings, most, opened, timeZone) : undefined),
    [tools, postings, most, opened, timeZone],
  )
  return {
    ...list,
    postings: folded?.shown ?? postings,
    folds: folded?.folds,
    unfold: (key: string) => setOpened(new Set([...opened, key])),
  }
}

export type CappedList = ReturnType<typeof useCappedList>
