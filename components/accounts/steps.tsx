'use client'

import { useWords } from '#lib/words/use-words.tsx'
type StepsProps = { readonly step: number; readonly className?: string }

/** The progress of the first run: two bars and their words. */
export function Steps({ step, className = '' }: StepsProps) {
  const t = useWords('accounts')
  return (
    <p className={`flex items-center gap-2.5 text-12 font-[550] text-ink-3 ${className}`}>
      {[1, 2].map((number) => (
        <span
          key={number}
          aria-hidden
          className={`h-[3px] w-7 rounded-full ${number <= step ? 'bg-ink' : 'bg-line-strong'}`}
        />
      ))}
      {t('step', { step })}
    </p>
  )
}
