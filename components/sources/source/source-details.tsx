'use client'

import { useState, type ReactNode } from 'react'
import { ChevronRight } from 'lucide-react'
import { stepHistory } from '#components/ui/step-history.ts'
import { useHasMounted } from '#components/ui/use-has-mounted.ts'
import { useWords } from '#lib/words/use-words.tsx'

const address = '#details'

/** The part of a source's page for those who want to know why. Nothing in it is asked for until it is opened; the address keeps it open. */
export function SourceDetails({ children }: { readonly children: ReactNode }) {
  const t = useWords('sources')
  const hasMounted = useHasMounted()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const isOpen = chosen ?? (hasMounted && location.hash === address)
  const onToggle = (opens: boolean) => {
    setChosen(opens)
    stepHistory('replace', `${location.pathname}${location.search}${opens ? address : ''}`)
  }
  return (
    <details
      open={isOpen}
      className="group mt-7 border-t border-line"
      onToggle={({ currentTarget: { open } }) => {
        if (open !== isOpen) onToggle(open)
      }}
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 text-ink-2 hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          size={16}
          strokeWidth={1.75}
          aria-hidden
          className="flex-none group-open:rotate-90 rtl:-scale-x-100 rtl:group-open:rotate-90"
        />
        <span className="text-[15px] leading-5 font-[620] text-ink">{t('details')}</span>
        <span className="min-w-0 truncate">{t('detailsLede')}</span>
      </summary>
      {isOpen && children}
    </details>
  )
}
