'use client'

import { ChevronDown } from 'lucide-react'
import { Button } from '#components/ui/form/button.tsx'
import { useWords } from '#lib/words/use-words.tsx'
import type { Fold } from '#components/reading/items/cap-sources.ts'

type FoldRowProps = { readonly fold: Fold; readonly onOpen: () => void }

/** The further postings of a source on a day that its list does not show; opens them. */
export function FoldRow({ fold: { title: source, count }, onOpen }: FoldRowProps) {
  const t = useWords('reading')
  return (
    <article className="border-b border-line px-5 py-1 sm:px-6">
      <Button variant="quiet" size="small" className="max-w-full" onClick={onOpen}>
        <ChevronDown aria-hidden size={14} strokeWidth={1.75} />
        <span dir="auto" className="truncate">
          {t('moreOfSource', { count, source })}
        </span>
      </Button>
    </article>
  )
}
