'use client'

import { formatShare } from '#lib/text/format.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'

/** The progress of something, 0 to 1. Also said to those who do not see the bar. */
export function RunProgress({ name, progress }: { readonly name: string; readonly progress: number }) {
  const t = useWords('lab')
  const locale = useLocale()
  return (
    <span className="flex items-center gap-2 text-ink-2">
      <progress
        aria-label={name}
        value={progress}
        className="h-1.5 w-32 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-ink-2 [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-ink-2"
      />
      {t('running', { share: formatShare(progress, locale) })}
    </span>
  )
}
