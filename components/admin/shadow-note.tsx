'use client'

import { useClock } from '#components/ui/time.tsx'
import { formatDate, formatShare } from '#lib/format.ts'
import { useShadow } from '#lib/queries/shadow.ts'
import { useLocale, useWords } from '#lib/words/use-words.tsx'
import { usePolicyWords } from './lab-words.ts'

/** In two sentences what is on paper, with the way to its figures. */
export function ShadowNote() {
  const t = useWords('lab')
  const locale = useLocale()
  const { nowMs } = useClock()
  const words = usePolicyWords()
  const shadow = useShadow().data?.shadow ?? null
  if (shadow === null || shadow.endedAt !== null) return null
  const { summary, policy, startedAt } = shadow
  const date = formatDate(Date.parse(startedAt), nowMs, 'UTC', locale)
  return (
    <div className="mt-5 border-t border-line pt-4">
      <h2 className="mb-1 text-[15px] leading-5 font-[620]">{t('sincePaper', { date })}</h2>
      <p className="text-ink-2">
        {t('noteOnPaper', { policy: words(policy).name })}{' '}
        {summary !== null &&
          summary.postings > 0 &&
          t('noteFirst', {
            share: formatShare(summary.shadowEarlier / summary.postings, locale),
            count: summary.postings,
          })}{' '}
        <a href="#on-paper" className="underline">
          {t('onPaper')}
        </a>
      </p>
    </div>
  )
}
